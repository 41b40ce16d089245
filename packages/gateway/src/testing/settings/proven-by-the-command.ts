/** Settings whose effect only the command shows; its own proofs are in packages/cli. */
export const provenByTheCommand: readonly string[] = [
  "mcp.listFoundTools",
  "mcp.programs",
  "mcpServers{}.command",
  "search.embedder",
  "search.languages",
  "shutdown.delaySeconds",
  "shutdown.drainSeconds",
  "trace.log",
];
