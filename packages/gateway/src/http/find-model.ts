import type { KnownModel } from "../contracts/client-dialect.ts";
import type { Credentials } from "../contracts/upstream.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import type { ConfiguredState } from "./gateway-state.ts";

/**
 * Finds one model, as its upstream describes it, under the client's name. A model that a route names exactly always exists; one that
 * only matches a pattern exists unless its upstream lists its models without it.
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

/** Whether a dated model name belongs to an undated alias. */
function isVersionOf(dated: string, name: string): boolean {
  return dated.startsWith(`${name}-`) && /^-\d{8}$/.test(dated.slice(name.length));
}
