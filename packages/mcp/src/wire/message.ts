import type { JSONRPCMessage } from "@modelcontextprotocol/client";

/** Whether a value is a message at all. What it holds is checked by whoever uses it. */
export function isMessage(value: unknown): value is JSONRPCMessage {
  return typeof value === "object" && value !== null && (value as { jsonrpc?: unknown }).jsonrpc === "2.0";
}
