import type { GatewayConfig } from "@toolcrib/gateway";

/** What the measured process starts with. */
export interface ProcessOptions {
  readonly config: GatewayConfig;
  /** MCP servers by name, as in `mcpServers`. */
  readonly entries: Readonly<Record<string, object>>;
  /** The tools of the index. */
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  /** Whether the gateway has the listeners of `toolcrib serve`: trace, savings, metrics and the log. */
  readonly listeners: boolean;
}

export interface Command {
  readonly id: number;
  /** `begin` forgets what ran so far; `end` waits until nothing runs any more and gives what ran. */
  readonly name: "begin" | "end" | "search";
  readonly query?: string;
}

export interface CommandReply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}
