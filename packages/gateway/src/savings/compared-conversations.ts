import type { ComparedMeans, Comparison, ComparisonSide } from "../contracts/comparison.ts";
import type { TraceRecord } from "../contracts/trace.ts";
import { summarise, welchInterval } from "./welch.ts";

const maxUnits = 10_000;
/** Fewer conversations on a side say too little: their costs are very uneven. */
const neededConversations = 30;

interface Unit {
  readonly side: ComparisonSide["side"];
  readonly modelCalls: number;
  readonly promptTokens: number;
  /** Undefined if a call has no price. */
  readonly cost: number | undefined;
  readonly isEstimated: boolean;
}

/** Adds up what compared conversations cost. Its size is bounded. */
export class ComparedConversations {
  /** The least recently used first. */
  readonly #units = new Map<string, Unit>();

  add({ comparison, savings }: TraceRecord): void {
    if (comparison === undefined || savings.modelCalls === 0) return;
    const key = `${comparison.side} ${comparison.unit}`;
    const before = this.#units.get(key);
    const isPriced = savings.unpricedCalls === 0;
    const cost = isPriced ? (savings.sent.cost ?? 0) : undefined;
    this.#units.delete(key);
    this.#units.set(key, {
      side: comparison.side,
      modelCalls: (before?.modelCalls ?? 0) + savings.modelCalls,
      promptTokens: (before?.promptTokens ?? 0) + savings.sent.promptTokens,
      cost:
        cost === undefined || (before !== undefined && before.cost === undefined)
          ? undefined
          : (before?.cost ?? 0) + cost,
      isEstimated: before?.isEstimated === true || savings.sent.source === "estimated",
    });
    for (const oldest of this.#units.keys()) {
      if (this.#units.size <= maxUnits) break;
      this.#units.delete(oldest);
    }
  }

  report(share: number): Comparison {
    const units = [...this.#units.values()];
    const deferred = units.filter(({ side }) => side === "deferred");
    const loaded = units.filter(({ side }) => side === "loaded");
    const isEnough = Math.min(deferred.length, loaded.length) >= neededConversations;
    return {
      share,
      deferred: meansOf(deferred),
      loaded: meansOf(loaded),
      source: units.some(({ isEstimated }) => isEstimated) ? "estimated" : "counted",
      neededConversations,
      difference: isEnough ? differenceOf(loaded, deferred) : null,
    };
  }
}

function differenceOf(loaded: readonly Unit[], deferred: readonly Unit[]): Comparison["difference"] {
  const between = (read: (unit: Unit) => number) =>
    welchInterval(summarise(loaded.map(read)), summarise(deferred.map(read)));
  return {
    promptTokens: between(({ promptTokens }) => promptTokens),
    modelCalls: between(({ modelCalls }) => modelCalls),
    ...(arePriced([...loaded, ...deferred]) && { cost: between(({ cost = 0 }) => cost) }),
  };
}

function meansOf(units: readonly Unit[]): ComparedMeans {
  const mean = (read: (unit: Unit) => number): number => summarise(units.map(read)).mean;
  return {
    conversations: units.length,
    modelCalls: mean(({ modelCalls }) => modelCalls),
    promptTokens: mean(({ promptTokens }) => promptTokens),
    ...(units.length > 0 && arePriced(units) && { cost: mean(({ cost = 0 }) => cost) }),
  };
}

function arePriced(units: readonly Unit[]): boolean {
  return units.every(({ cost }) => cost !== undefined);
}
