/** The state of an MCP server, as far as the engine needs it. */
export interface ServerState {
  readonly name: string;
  readonly state: "connecting" | "ready" | "failed" | "disabled";
}
