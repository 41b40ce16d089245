import type { ClientCapabilities, Progress } from "@modelcontextprotocol/client";
import type { Resumption } from "./input-required.ts";

/** The channel to the caller, for servers that ask questions or log during a call. */
export interface CallerChannel {
  /** Identifies the caller: a server's question is forwarded only if exactly one caller can be meant. */
  readonly caller: unknown;
  /** What the caller can answer. Sent to servers since 2026 with each call. */
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
  /** What a caller sends when it repeats a call because the server asked for input. */
  readonly resumption?: Resumption | undefined;
}
