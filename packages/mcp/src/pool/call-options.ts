import type { ClientCapabilities, Progress } from "@modelcontextprotocol/client";
import type { Resumption } from "./input-required.ts";

/** The channel to the caller, for servers that ask questions or log during a call. */
export interface CallerChannel {
  /** Identifies the caller: a server's question is forwarded only if exactly one caller can be meant. */
  readonly caller: unknown;
  /** What the caller can answer. Sent to servers since 2026 with each call. */
  readonly capabilities: ClientCapabilities;
  /**
   * Whether the caller repeats its call with the answers, so that a question of a server since 2026 is the result of
   * the call. Default: false.
   */
  readonly takesInputRequired?: boolean;
  /** The minimum level of log lines that the caller wants, for servers since 2026. Default: none. */
  readonly logLevel?: string | undefined;
  /** Forwards the server's request: `sampling/createMessage`, `elicitation/create` or `roots/list`. */
  request(
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Forwards `notifications/message`. */
  log(params: Readonly<Record<string, unknown>>): void;
}

/** Options of a call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** MCP's `_meta` for the server. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly channel?: CallerChannel | undefined;
  /** What a caller sends when it repeats a call because the server asked for input. */
  readonly resumption?: Resumption | undefined;
}
