import { isRecord } from "@toolcrib/shared/json";

/** The models of a list in the form that the APIs share. Entries without an id are left out. */
export function modelsIn(list: unknown): readonly { readonly id: string }[] {
  const data: unknown = isRecord(list) ? list["data"] : undefined;
  const models: readonly unknown[] = Array.isArray(data) ? data : [];
  return models.filter((model): model is { id: string } => isRecord(model) && typeof model["id"] === "string");
}
