import type { CounterValue } from "@toolcrib/store";
import type { QuotaConfig, QuotaUnit, QuotaUsage } from "../contracts/quota.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { countersFor, type QuotaCounter, type QuotaSubject, readCounterId } from "./quota-counters.ts";
import type { QuotaCounts } from "./quota-counts.ts";
import { periodAt } from "./quota-window.ts";

/** A quota that is used up. */
export interface UsedUp {
  readonly name: string;
  readonly unit: QuotaUnit;
  readonly limit: number;
  readonly window: QuotaConfig["window"];
  readonly retryAfterSeconds: number;
}

const unitNames: Readonly<Record<QuotaUnit, string>> = {
  requests: "requests",
  tokens: "tokens",
  toolCalls: "tool calls",
  cost: "US dollars",
};

/** The quotas of a config. */
export class Quotas {
  readonly #quotas: readonly QuotaConfig[];
  readonly #counts: QuotaCounts;
  readonly #now: () => number;

  constructor(quotas: readonly QuotaConfig[], counts: QuotaCounts, now: () => number) {
    this.#quotas = quotas;
    this.#counts = counts;
    this.#now = now;
  }

  /** Lets a request in and counts it, or throws. Tool calls that are used up do not stop a request, only the calls. */
  async admitRequest(subject: QuotaSubject): Promise<void> {
    const counters = countersFor(this.#quotas, ["requests", "tokens", "cost"], subject, this.#now());
    const usedUp = await this.#countUnlessUsedUp(counters, ({ unit }) => (unit === "requests" ? 1 : 0));
    if (usedUp !== undefined) throw quotaError(usedUp);
  }

  /** Counts what an answered request used. */
  spend(subject: QuotaSubject, used: { readonly tokens: number; readonly cost: number }): void {
    const counters = countersFor(this.#quotas, ["tokens", "cost"], subject, this.#now());
    if (counters.length > 0) this.#counts.add(counters, ({ unit }) => (unit === "tokens" ? used.tokens : used.cost));
  }

  /** Counts a call of a tool, or returns the quota that is used up. */
  async admitCall(subject: QuotaSubject): Promise<UsedUp | undefined> {
    const counters = countersFor(this.#quotas, ["toolCalls"], subject, this.#now());
    return this.#countUnlessUsedUp(counters, () => 1);
  }

  /** What is used of each quota in its current period. */
  usage(counters: readonly CounterValue[]): readonly QuotaUsage[] {
    return counters.flatMap(({ key, value }) => {
      const quota = this.#quotas.find(({ name }) => name === key.owner);
      const read = readCounterId(key.id);
      const limit = quota === undefined || read === undefined ? undefined : quota[read.unit];
      if (quota === undefined || read === undefined || limit === undefined) return [];
      const { start, end } = periodAt(quota.window, this.#now());
      if (start !== read.start) return [];
      const { name, window } = quota;
      const resetsAt = new Date(end).toISOString();
      return [{ name, unit: read.unit, of: read.of, used: value, limit, window, resetsAt }];
    });
  }

  /** The quotas themselves. */
  get all(): readonly QuotaConfig[] {
    return this.#quotas;
  }

  async #countUnlessUsedUp(
    counters: readonly QuotaCounter[],
    amount: (counter: QuotaCounter) => number,
  ): Promise<UsedUp | undefined> {
    if (counters.length === 0) return undefined;
    let found = this.#firstUsedUp(counters, this.#counts.recent(counters) ?? (await this.#counts.read(counters)));
    if (found !== undefined && this.#counts.isBeingWritten(counters)) {
      // Near the limit, a count that is written at this moment may have been counted twice.
      await this.#counts.written();
      found = this.#firstUsedUp(counters, await this.#counts.read(counters));
    }
    // Nothing is awaited in between, so that of two requests at once the second sees the first.
    if (found === undefined) this.#counts.add(counters, amount);
    return found;
  }

  #firstUsedUp(counters: readonly QuotaCounter[], stored: readonly number[]): UsedUp | undefined {
    const used = this.#counts.withUnwritten(counters, stored);
    const position = counters.findIndex(({ limit }, index) => (used[index] ?? 0) >= limit);
    const counter = counters[position];
    if (counter === undefined) return undefined;
    const { quota, unit, limit, period } = counter;
    const retryAfterSeconds = Math.max(1, Math.ceil((period.end - this.#now()) / 1_000));
    return { name: quota.name, unit, limit, window: quota.window, retryAfterSeconds };
  }
}

/** The 429 that a client gets. */
export function quotaError({ name, unit, limit, window, retryAfterSeconds }: UsedUp): GatewayError {
  const details = { name, limit, unit: unitNames[unit], window, seconds: retryAfterSeconds };
  return new GatewayError("quota_used_up", details, { retryAfterSeconds });
}
