import { DenyListPoll } from "../deny-list/deny-list-poll.ts";
import type { ConfiguredState } from "../http/gateway-state.ts";
import type { BaseServices } from "./base-services.ts";
import { type Configured, withUnsupportedModels } from "./configure.ts";

/** The config in use, with the list of models that its `modelDenyList` gives. */
export class CurrentConfig {
  #configured: Configured | undefined;
  readonly #denyList: DenyListPoll;

  constructor({ startTimer, reportProblem }: Pick<BaseServices, "startTimer" | "reportProblem">) {
    this.#denyList = new DenyListPoll({ startTimer, reportProblem, onChange: () => this.#take(this.#current) });
  }

  get state(): ConfiguredState {
    return this.#current.state;
  }

  /** Replaces the config for new requests, and closes what only the previous one used. */
  use(made: Configured): void {
    const before = this.#configured;
    this.#denyList.follow(made.state.config.modelDenyList);
    this.#take(made);
    before?.close();
  }

  close(): void {
    this.#denyList.stop();
    this.#configured?.close();
  }

  get #current(): Configured {
    if (this.#configured === undefined) throw new Error("Expected a config before the first request.");
    return this.#configured;
  }

  #take(configured: Configured): void {
    const { list } = this.#denyList;
    this.#configured = list === undefined ? configured : withUnsupportedModels(configured, list);
  }
}
