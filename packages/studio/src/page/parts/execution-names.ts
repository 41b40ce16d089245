import type { TraceRecord } from "@toolcrib/gateway";

/** How a request was handled, in words. */
export const executionNames: Readonly<Record<TraceRecord["execution"], string>> = {
  "passed-through": "passed through",
  "client-search": "client search",
  "server-search": "server search",
  injected: "injected search",
  "mcp-toolset": "MCP toolset",
  skills: "skills",
  repaired: "repaired",
};
