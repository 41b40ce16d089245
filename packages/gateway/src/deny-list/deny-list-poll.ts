import type { StartTimer, Timer } from "@toolcrib/shared/timers";
import type { ModelDenyListConfig } from "../config/gateway-config.ts";
import type { ReportProblem } from "../contracts/report-problem.ts";
import { fetchDenyList } from "./fetch-deny-list.ts";

export interface DenyListPollOptions {
  readonly startTimer: StartTimer;
  readonly reportProblem: ReportProblem;
  /** Called when a different list was fetched. */
  readonly onChange: () => void;
}

const defaultPollSeconds = 3_600;

/**
 * Polls a URL for a list of models that reject references (E2.3). While the URL fails, the last good list stays in use.
 */
export class DenyListPoll {
  readonly #options: DenyListPollOptions;
  #source: ModelDenyListConfig | undefined;
  #list: readonly string[] | undefined;
  #timer: Timer | undefined;
  #running = new AbortController();
  #problem: string | undefined;

  constructor(options: DenyListPollOptions) {
    this.#options = options;
  }

  /** The last good list; undefined before the first fetch. */
  get list(): readonly string[] | undefined {
    return this.#list;
  }

  /** Starts polling this source, or stops. The same URL keeps its list. */
  follow(source: ModelDenyListConfig | undefined): void {
    this.stop();
    if (source?.url !== this.#source?.url) this.#list = undefined;
    this.#source = source;
    this.#problem = undefined;
    if (source !== undefined) void this.#poll(source, this.#running.signal);
  }

  stop(): void {
    this.#timer?.stop();
    this.#running.abort();
    this.#running = new AbortController();
  }

  async #poll(source: ModelDenyListConfig, signal: AbortSignal): Promise<void> {
    try {
      const list = await fetchDenyList(source.url, signal);
      if (signal.aborted) return;
      this.#problem = undefined;
      this.#take(list);
    } catch (error) {
      if (signal.aborted) return;
      this.#report(error);
    }
    this.#timer = this.#options.startTimer(
      (source.pollSeconds ?? defaultPollSeconds) * 1_000,
      () => void this.#poll(source, signal),
    );
  }

  /** An unchanged list does nothing: routes keep their identity. */
  #take(list: readonly string[]): void {
    if (JSON.stringify(list) === JSON.stringify(this.#list)) return;
    this.#list = list;
    this.#options.onChange();
  }

  /** Reports a repeated problem once. */
  #report(error: unknown): void {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    const reason = cause instanceof Error ? cause.message : message;
    if (reason === this.#problem) return;
    this.#problem = reason;
    const kept = this.#list === undefined ? "the configured list stays in use" : "the last good list stays in use";
    // The URL itself is omitted: it may contain credentials.
    this.#options.reportProblem(`The list at modelDenyList.url cannot be used (${reason}); ${kept}.`);
  }
}
