import type { KnownModel } from "../../../contracts/client-dialect.ts";

/** A model as OpenAI's APIs describe it. */
export function encodeOpenAiModel(model: KnownModel): object {
  const { id, created, created_at: createdAt, owned_by: owner } = model;
  const seconds = typeof createdAt === "string" ? Math.floor(Date.parse(createdAt) / 1_000) : created;
  return {
    id,
    object: "model",
    created: Number.isSafeInteger(seconds) ? seconds : 0,
    owned_by: typeof owner === "string" ? owner : "system",
  };
}

export function encodeOpenAiModels(models: readonly KnownModel[]): object {
  return { object: "list", data: models.map(encodeOpenAiModel) };
}
