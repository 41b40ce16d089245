import type { ClientCapabilities, Progress } from "@modelcontextprotocol/client";
import type { Resumption } from "./input-required.ts";

/** The way back to whoever made a call, for a server that asks something or logs while it works. */
export interface CallerChannel {
  /** Who it is: a server's question is passed on only where one caller alone can be meant. */
  readonly caller: unknown;
  /** What the caller answers. Servers since 2026 are told so with each call. */
  readonly capabilities: ClientCapabilities;
  /** The caller makes its call again with the answers, so that what a server since 2026 asks is the result of the call. Default: false. */
  readonly takesInputRequired?: boolean;
  /** The least severe log lines that the caller wants, for servers since 2026. Default: none. */
  readonly logLevel?: string | undefined;
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
  /** What a caller brings that makes a call again, because the server asked for input. */
  readonly resumption?: Resumption | undefined;
}
