import { isInitializeRequest } from "@modelcontextprotocol/server";
import { parseJson } from "@toolcrib/shared/json";

/** Headers of common proxies have room for this; a session that needs more stays in its process. */
const maxLength = 2_000;
const form = /^[\w-]{1,100}\.([\w-]+)$/;

/** The id of a session that any process can continue: it says how the session began. The rest of what a client sent is not needed. */
export function portableSessionId(unique: string, initialize: unknown): string {
  const { params } = initialize as { readonly params: Readonly<Record<string, unknown>> };
  const { protocolVersion, capabilities, clientInfo } = params;
  const { name, version } = clientInfo as Readonly<Record<string, unknown>>;
  const start = JSON.stringify({ protocolVersion, capabilities, clientInfo: { name, version } });
  const id = `${unique}.${Buffer.from(start).toString("base64url")}`;
  return id.length <= maxLength ? id : unique;
}

/** The params of the request that began a session; undefined if the id does not say. Clients may claim anything here, as they may there. */
export function readSessionStart(id: string): object | undefined {
  const [, encoded = ""] = (id.length <= maxLength && form.exec(id)) || [];
  const params = parseJson(Buffer.from(encoded, "base64url").toString("utf8"));
  const isStart = isInitializeRequest({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  return isStart ? (params as object) : undefined;
}
