import type { IncomingHttpHeaders } from "node:http";
import type { Credentials } from "../../../contracts/upstream.ts";

/** The gateway's own key for an upstream, and the header to send it in. */
export interface UpstreamKey {
  readonly value: string;
  readonly header: "x-api-key" | "authorization";
}

const hopByHop: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Headers that belong to one call and are never forwarded. */
const replacedHeaders: ReadonlySet<string> = new Set(["host", "expect", "content-length"]);
const credentialNames: ReadonlySet<string> = new Set(["x-api-key", "authorization"]);

/** The client's headers for forwarding: without those of the connection, and with the gateway's key if it has one. */
export function forwardedHeaders(
  headers: Readonly<Record<string, string>>,
  key: UpstreamKey | undefined,
): Record<string, string> {
  const named = namedByConnection(headers["connection"]);
  const kept: Record<string, string> = {};
  for (const name in headers) {
    if (hopByHop.has(name) || replacedHeaders.has(name) || named?.has(name) === true) continue;
    if (key === undefined || !credentialNames.has(name)) kept[name] = headers[name] as string;
  }
  return key === undefined ? kept : Object.assign(kept, keyHeaders(key));
}

/** The response headers that describe the message, not the connection. */
export function messageHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const named = namedByConnection(headers.connection);
  const kept: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || hopByHop.has(name) || named?.has(name) === true) continue;
    kept[name] = typeof value === "string" ? value : value.join(", ");
  }
  return kept;
}

/** The additional headers that a `connection` header lists as hop-by-hop; nearly always undefined. */
function namedByConnection(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || connection === "keep-alive" || connection === "close") return undefined;
  return new Set(connection.split(",").map((name) => name.trim().toLowerCase()));
}

export function keyHeaders({ header, value }: UpstreamKey): Record<string, string> {
  return { [header]: header === "authorization" ? `Bearer ${value}` : value };
}

/** A client's credentials for APIs that take bearer tokens. Clients of the Messages API may send their key in a header of its own. */
export function bearerHeaders({ authorization, apiKey }: Credentials): Record<string, string> {
  if (authorization !== undefined) return { authorization };
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}
