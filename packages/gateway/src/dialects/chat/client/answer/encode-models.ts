import type { KnownModel } from "../../../../contracts/client-dialect.ts";

/** A model as OpenAI describes it. */
export function encodeModel(model: KnownModel): object {
  const { id, created, created_at: createdAt, owned_by: owner } = model;
  const told = typeof createdAt === "string" ? Math.floor(Date.parse(createdAt) / 1_000) : created;
  return {
    id,
    object: "model",
    created: Number.isSafeInteger(told) ? told : 0,
    owned_by: typeof owner === "string" ? owner : "system",
  };
}

export function encodeModels(models: readonly KnownModel[]): object {
  return { object: "list", data: models.map(encodeModel) };
}
