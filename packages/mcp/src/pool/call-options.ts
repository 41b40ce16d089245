import type { Progress } from "@modelcontextprotocol/client";

/** The way back to whoever made a call, for a server that asks something or logs while it works. */
export interface CallerChannel {
  /** Who it is: a server's question is passed on only where one caller alone can be meant. */
  readonly caller: unknown;
  /** Passes on what the server asks: `sampling/createMessage`, `elicitation/create` or `roots/list`. */
  request(
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Passes on `notifications/message`. */
  log(params: Readonly<Record<string, unknown>>): void;
}

/** How a call is made. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** MCP's `_meta` for the server. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly channel?: CallerChannel | undefined;
}
