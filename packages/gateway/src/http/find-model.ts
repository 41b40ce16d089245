import type { KnownModel } from "../contracts/client-dialect.ts";
import type { Credentials } from "../contracts/upstream.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import type { ConfiguredState } from "./gateway-state.ts";

/**
 * One model: as its upstream tells it, under the client's name for it. A model that a route names exists; what
 * only a pattern fits exists unless its upstream lists its models and this is not among them.
 */
export async function findModel(
  id: string,
  { config, findRoute }: Pick<ConfiguredState, "config" | "findRoute">,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<KnownModel> {
  const { upstream, model } = findRoute(id);
  const upstreamId = model ?? id;
  const listed = await upstream.doListModels?.(credentials, signal).catch(() => undefined);
  const found = listed?.find((candidate) => candidate.id === upstreamId || isVersionOf(candidate.id, upstreamId));
  const isNamed = model !== undefined || config.routes.some((route) => route.model === id);
  if (found === undefined && listed !== undefined && listed.length > 0 && !isNamed) {
    throw new GatewayError("unknown_model", { model: id });
  }
  return { ...found, id };
}

/** Whether a name with a date is what a name without one stands for. */
function isVersionOf(dated: string, name: string): boolean {
  return dated.startsWith(`${name}-`) && /^-\d{8}$/.test(dated.slice(name.length));
}
