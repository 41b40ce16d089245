import type { IncomingHttpHeaders } from "node:http";
import type { Credentials } from "../../../contracts/upstream.ts";
import { namedByConnection } from "./forwarded-headers.ts";

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

export function keyHeaders({ header, value }: UpstreamKey): Record<string, string> {
  return { [header]: header === "authorization" ? `Bearer ${value}` : value };
}

/** A client's credentials for APIs that take bearer tokens. Clients of the Messages API may send their key in a header of its own. */
export function bearerHeaders({ authorization, apiKey }: Credentials): Record<string, string> {
  if (authorization !== undefined) return { authorization };
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}
