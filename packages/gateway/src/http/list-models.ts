import type { Credentials } from "../contracts/upstream.ts";
import type { ConfiguredState } from "./gateway-state.ts";

/** A model as the API describes it. */
export interface ListedModel {
  readonly type: "model";
  readonly id: string;
  readonly display_name: string;
  readonly created_at: string;
}

/** The API's list of models. */
export interface ModelList {
  readonly data: readonly ListedModel[];
  readonly has_more: false;
  readonly first_id: string | null;
  readonly last_id: string | null;
}

/** The models that routes name without a pattern, and those that the upstreams tell. One that does not answer is left out. */
export async function listModels(
  { config, upstreams }: ConfiguredState,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<ModelList> {
  const named = config.routes.map(({ model }) => model).filter((model) => !/[*?]/.test(model));
  const told = await Promise.all(
    [...upstreams.values()].map(
      async (upstream) => (await upstream.doListModels?.(credentials, signal).catch(() => [])) ?? [],
    ),
  );
  const models = new Map<string, object>(named.map((id) => [id, { id }]));
  for (const model of told.flat()) if (!models.has(model.id)) models.set(model.id, model);
  const data = [...models].map(([id, model]) => toListedModel(id, model));
  return { data, has_more: false, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
}

/** What an upstream tells of a model, under this name and with what the API always tells. */
export function toListedModel(id: string, told: object): ListedModel {
  return { display_name: id, created_at: "1970-01-01T00:00:00Z", ...told, type: "model", id };
}
