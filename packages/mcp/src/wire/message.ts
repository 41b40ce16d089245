import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isJSONRPCRequest } from "@modelcontextprotocol/server";

/** Whether a value is a message at all. Its contents are validated where they are used. */
export function isMessage(value: unknown): value is JSONRPCMessage {
  return typeof value === "object" && value !== null && (value as { jsonrpc?: unknown }).jsonrpc === "2.0";
}

/**
 * Whether a value is a message that our server can handle: the SDK drops a malformed request without a response, and
 * its sender would wait.
 */
export function isServableMessage(value: unknown): value is JSONRPCMessage {
  if (!isMessage(value)) return false;
  return !("method" in value && "id" in value) || isJSONRPCRequest(value);
}

/** The id of a possible request, for rejecting it; null if it has none. */
export function requestIdOf(value: unknown): string | number | null {
  const { id } = (value ?? {}) as { readonly id?: unknown };
  return typeof id === "string" || typeof id === "number" ? id : null;
}
