import type { Credentials, UpstreamCall } from "../../contracts/upstream.ts";

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
  const kept = withoutHopByHop(headers);
  delete kept["host"];
  delete kept["expect"];
  delete kept["content-length"];
  if (key === undefined) return kept;
  delete kept["x-api-key"];
  delete kept["authorization"];
  return { ...kept, ...credentialHeaders({}, key) };
}

/** Headers that speak of the message, not of the connection that it came over. */
export function withoutHopByHop(headers: Readonly<Record<string, string>>): Record<string, string> {
  const named = new Set((headers["connection"] ?? "").split(",").map((name) => name.trim().toLowerCase()));
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!hopByHop.has(name) && !named.has(name)) kept[name] = value;
  }
  return kept;
}

export function credentialHeaders(credentials: Credentials, key: UpstreamKey | undefined): Record<string, string> {
  if (key !== undefined) return { [key.header]: key.header === "authorization" ? `Bearer ${key.value}` : key.value };
  return {
    ...(credentials.apiKey !== undefined && { "x-api-key": credentials.apiKey }),
    ...(credentials.authorization !== undefined && { authorization: credentials.authorization }),
  };
}
