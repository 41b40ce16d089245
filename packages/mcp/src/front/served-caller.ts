import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ProtocolEra } from "../wire/protocol-era.ts";

/** The sender of a request. */
export interface ServedCaller {
  /** The client's name for itself; empty if it gives none. */
  readonly name: string;
  readonly capabilities: ClientCapabilities;
}

/** What a request says about its caller: since 2026 every request says it, before that the first one of the session. */
export function servedCaller(server: Server, era: ProtocolEra, { mcpReq }: ServerContext): ServedCaller {
  if (era === "legacy") {
    return { name: server.getClientVersion()?.name ?? "", capabilities: server.getClientCapabilities() ?? {} };
  }
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const info = envelope[CLIENT_INFO_META_KEY] as Implementation | undefined;
  return {
    name: info?.name ?? "",
    capabilities: (envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) ?? {},
  };
}
