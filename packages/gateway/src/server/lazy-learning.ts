import type { Store } from "@toolcrib/store";
import type { LearnedHistories } from "../learning/learned-histories.ts";
import type { Learning } from "../learning/learning.ts";
import type { NamedKey } from "../learning/named-keys.ts";
import type { BaseServices } from "./base-services.ts";

export interface LazyLearningOptions extends Pick<BaseServices, "startTimer" | "now" | "reportProblem"> {
  /** Undefined if nothing outlives this process. */
  readonly store: Store | undefined;
  readonly keys: () => readonly NamedKey[];
}

/** What search learns. Not imported by gateways that do not learn. It outlives configs, so that a reload forgets nothing. */
export class LazyLearning {
  readonly #options: LazyLearningOptions;
  #learned: { readonly learning: Learning; readonly histories: LearnedHistories } | undefined;

  constructor({ store, startTimer, now, reportProblem, keys }: LazyLearningOptions) {
    this.#options = { store, startTimer, now, reportProblem, keys };
  }

  async open(): Promise<Learning> {
    const { createLearning } = await import("../learning/create-learning.ts");
    this.#learned ??= createLearning(this.#options);
    return this.#learned.learning;
  }

  /** Undefined if no config has asked for it. */
  get histories(): LearnedHistories | undefined {
    return this.#learned?.histories;
  }

  async close(): Promise<void> {
    await this.#learned?.learning.close();
  }
}
