import { deferredKeyOf } from "../05-deferral-decision/catalogue-key.ts";
import type { CataloguePlan } from "../05-deferral-decision/catalogue-plan.ts";
import { undeferredDefinition } from "../08-wire-fields/wire-fields.ts";
import { type CountTokens, costFromCount, countRequest, type DeferralCost } from "./threshold.ts";

const maxKept = 64;

/**
 * Remembers what a set of tools costs on a model, and counts again when the set changes.
 * A failed count is not kept: the next request tries again.
 */
export class TokenMemo {
  readonly #counts = new Map<string, Promise<number>>();
  readonly #countTokens: CountTokens | undefined;

  constructor(countTokens?: CountTokens) {
    this.#countTokens = countTokens;
  }

  /** The cost of the deferrable definitions; undefined if counting is impossible or failed: then their length decides. */
  async costOf(plan: CataloguePlan, model: string): Promise<DeferralCost | undefined> {
    try {
      const count = await this.#count(plan, model);
      if (typeof count === "number" && Number.isFinite(count) && count >= 0) return costFromCount(count);
      this.#counts.delete(memoKey(plan, model));
    } catch {
      this.#counts.delete(memoKey(plan, model));
    }
    return undefined;
  }

  #count(plan: CataloguePlan, model: string): Promise<number> | undefined {
    if (this.#countTokens === undefined) return undefined;
    const key = memoKey(plan, model);
    let count = this.#counts.get(key);
    if (count === undefined) {
      count = this.#countTokens(countRequest(model, plan.deferred.map(undeferredDefinition)));
      if (this.#counts.size >= maxKept) this.#counts.clear();
      this.#counts.set(key, count);
    }
    return count;
  }
}

function memoKey(plan: CataloguePlan, model: string): string {
  return `${model}\n${deferredKeyOf(plan)}`;
}
