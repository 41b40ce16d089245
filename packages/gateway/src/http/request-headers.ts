import type { IncomingHttpHeaders } from "node:http";

/** The headers of a web request, with a host even if the client sent none, as in-process calls do. */
export function headersOf(request: Request): Record<string, string> {
  const headers: Record<string, string> = { host: new URL(request.url).host };
  request.headers.forEach((value, name) => {
    headers[name] = value;
  });
  return headers;
}

/** The headers of a request from Node's server, each as one string. */
export function flatHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  if (headers["set-cookie"] === undefined) return headers as Record<string, string>;
  const flat: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) flat[name] = typeof value === "string" ? value : value.join(", ");
  }
  return flat;
}
