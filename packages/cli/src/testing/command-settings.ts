/** The settings of the gateway's config whose effect only `toolcrib serve` shows. */
export const commandSettings = [
  "mcp.listFoundTools",
  "mcp.programs",
  "mcpServers{}.command",
  "search.embedder",
  "search.languages",
  "shutdown.delaySeconds",
  "shutdown.drainSeconds",
  "trace.log",
] as const;
