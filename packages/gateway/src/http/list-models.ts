import type { KnownModel } from "../contracts/client-dialect.ts";
import type { Credentials } from "../contracts/upstream.ts";
import type { ConfiguredState } from "./gateway-state.ts";

/** The models that routes name without a pattern, and those that upstreams list. An upstream that does not answer is left out. */
export async function listModels(
  { config, upstreams }: ConfiguredState,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<readonly KnownModel[]> {
  const named = config.routes.map(({ model }) => model).filter((model) => !/[*?]/.test(model));
  const lists = await Promise.all(
    [...upstreams.values()].map(
      async (upstream) => (await upstream.doListModels?.(credentials, signal).catch(() => [])) ?? [],
    ),
  );
  const models = new Map<string, KnownModel>(named.map((id) => [id, { id }]));
  for (const model of lists.flat()) if (!models.has(model.id)) models.set(model.id, model);
  return [...models.values()];
}
