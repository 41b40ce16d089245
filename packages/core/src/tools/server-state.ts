/** An MCP server, as far as the engine needs to know it. */
export interface ServerState {
  readonly name: string;
  readonly state: "connecting" | "ready" | "failed" | "disabled";
}
