import { McpError } from "../errors/mcp-error.ts";
import type { PoolContext } from "./pool-context.ts";
import type { PoolServerState } from "./server-status.ts";

/** The state of a server, with the reason for it. Every change is an event of the pool. */
export class ServerState {
  readonly #server: string;
  readonly #context: PoolContext;
  readonly #redact: (text: string) => string;
  #current: PoolServerState;
  #reason: string | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  #error: McpError | undefined;

  constructor(server: string, initial: PoolServerState, context: PoolContext, redact: (text: string) => string) {
    this.#server = server;
    this.#current = initial;
    this.#context = context;
    this.#redact = redact;
  }

  get current(): PoolServerState {
    return this.#current;
  }

  get reason(): string | undefined {
    return this.#reason;
  }

  /** Whether it failed so recently that a new attempt would only cost time. */
  get hasJustFailed(): boolean {
    const { now, retryFailedMilliseconds } = this.#context.options;
    return this.#current === "failed" && now() - this.#failedAt < retryFailedMilliseconds;
  }

  /** `error` is what to throw while a failed server is not tried again. Default: `server_failed` with the reason. */
  set(state: PoolServerState, reason?: string, error?: McpError): void {
    this.#current = state;
    this.#error = error;
    this.#reason = reason === undefined ? undefined : this.#redact(reason);
    if (state === "failed") this.#failedAt = this.#context.options.now();
    this.#context.emit({
      type: "state",
      server: this.#server,
      state,
      ...(this.#reason === undefined ? {} : { reason: this.#reason }),
    });
  }

  /** Notes why the next state comes, before it does. */
  expect(reason: string): void {
    this.#reason = reason;
  }

  failure(cause?: unknown): McpError {
    if (this.#error !== undefined) return this.#error;
    const reason = this.#reason ?? "no reason is known.";
    return new McpError("server_failed", { server: this.#server, reason }, { cause });
  }
}
