import type { IncomingHttpHeaders } from "node:http";
import type { Credentials, UpstreamCall } from "../../../contracts/upstream.ts";

/** A key of the gateway's own for an upstream, and the header that it goes into. */
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

/** What a call has of its own, whatever request it passes on. */
const ofThisCall: ReadonlySet<string> = new Set(["host", "expect", "content-length"]);
const credentialNames: ReadonlySet<string> = new Set(["x-api-key", "authorization"]);

/** Headers for a call that the gateway wrote itself. */
export function callHeaders(call: UpstreamCall, key: UpstreamKey | undefined): Record<string, string> {
  return {
    "content-type": "application/json",
    accept: call.body.stream === true ? "text/event-stream" : "application/json",
    // What the gateway reads, it reads as it comes.
    "accept-encoding": "identity",
    "anthropic-version": call.apiVersion,
    "user-agent": "toolcrib",
    ...(call.betas.length > 0 && { "anthropic-beta": call.betas.join(",") }),
    ...credentialHeaders(call.credentials, key),
  };
}

/** The client's own headers, for passing a request on: without those of the connection, and with the gateway's key where it has one. */
export function forwardedHeaders(
  headers: Readonly<Record<string, string>>,
  key: UpstreamKey | undefined,
): Record<string, string> {
  const named = namedByConnection(headers["connection"]);
  const kept: Record<string, string> = {};
  for (const name in headers) {
    if (hopByHop.has(name) || ofThisCall.has(name) || named?.has(name) === true) continue;
    if (key === undefined || !credentialNames.has(name)) kept[name] = headers[name] as string;
  }
  return key === undefined ? kept : Object.assign(kept, credentialHeaders({}, key));
}

/** The headers of an answer that speak of the message, not of the connection that it came over. */
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

/** The further headers that a `connection` header claims for the connection; undefined where there are none, as nearly always. */
function namedByConnection(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || connection === "keep-alive" || connection === "close") return undefined;
  return new Set(connection.split(",").map((name) => name.trim().toLowerCase()));
}

export function credentialHeaders(credentials: Credentials, key: UpstreamKey | undefined): Record<string, string> {
  if (key !== undefined) return { [key.header]: key.header === "authorization" ? `Bearer ${key.value}` : key.value };
  return {
    ...(credentials.apiKey !== undefined && { "x-api-key": credentials.apiKey }),
    ...(credentials.authorization !== undefined && { authorization: credentials.authorization }),
  };
}
