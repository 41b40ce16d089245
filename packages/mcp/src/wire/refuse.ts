import type { ServerResponse } from "node:http";

/** Rejects a request with a JSON-RPC error. */
export function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  code = -32000,
  id: unknown = null,
): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: id ?? null }));
}
