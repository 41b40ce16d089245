import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  LOG_LEVEL_META_KEY,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/client";
import type { CallOptions } from "./call-options.ts";
import type { Connection } from "./connection.ts";

/**
 * The `_meta` of a request. Since 2026 it says what the caller of this request can answer, so that a server asks
 * nothing that remains unanswered, and which log lines the caller wants.
 */
export function metaFor(
  { era, capabilities }: Connection,
  { meta, channel }: CallOptions,
): Record<string, unknown> | undefined {
  if (era === "legacy") return meta === undefined ? undefined : { ...meta };
  const { elicitation, sampling, roots } = channel?.capabilities ?? {};
  const { elicitation: _elicitation, sampling: _sampling, roots: _roots, ...others } = capabilities;
  const declared: ClientCapabilities = {
    ...others,
    ...(elicitation === undefined ? {} : { elicitation }),
    ...(sampling === undefined ? {} : { sampling }),
    ...(roots === undefined ? {} : { roots }),
  };
  const logLevel = channel?.logLevel;
  return {
    ...meta,
    [CLIENT_CAPABILITIES_META_KEY]: declared,
    ...(logLevel === undefined ? {} : { [LOG_LEVEL_META_KEY]: logLevel }),
  };
}

/**
 * A result without what concerns only the connection to this server: the server's identity, and a result type that its
 * version does not have.
 */
export function withoutHopFields(result: Record<string, unknown>, { era }: Connection): Record<string, unknown> {
  if (era === "legacy") {
    if (!Object.hasOwn(result, "resultType")) return result;
    const { resultType: _resultType, ...rest } = result;
    return rest;
  }
  const meta = result["_meta"] as Readonly<Record<string, unknown>> | undefined;
  if (meta === undefined || meta === null || !Object.hasOwn(meta, SERVER_INFO_META_KEY)) return result;
  const { [SERVER_INFO_META_KEY]: _serverInfo, ...others } = meta;
  const { _meta, ...rest } = result;
  return Object.keys(others).length === 0 ? rest : { ...rest, _meta: others };
}
