import type { ScoredSlot } from "../../ranking/top-slots.ts";
import type { Lift, Signals } from "../../usage/shown-tool.ts";
import type { FusedPlaces, OrderedCandidates } from "./order-candidates.ts";

/**
 * How many tools earlier calls can reorder: those that the ranking itself puts first. However often a tool is called, it
 * cannot enter the first places of a query that it has nothing to do with.
 */
export const maxReordered = 5;
/** Scores of fused places lie closer together than those of the linear order, which are log-odds. */
const fusedScorePerLogOdds = 0.25;

/** Candidates in an order that earlier calls have changed. */
export interface LiftedCandidates extends OrderedCandidates {
  /** What earlier calls added to the scores of rows, and what they say in log-odds. */
  readonly lifts: ReadonlyMap<number, { readonly logOdds: number; readonly score: number }>;
  /** What each kind of knowledge says for the rows that could be lifted. */
  readonly signals: ReadonlyMap<number, Signals>;
}

/** Reorders the first candidates by what earlier calls say for them, as far as the answer has them among its first. */
export function liftByUsage(
  ordered: { readonly best: readonly ScoredSlot[]; readonly places: FusedPlaces | undefined },
  isHit: (row: number) => boolean,
  liftOf: (row: number) => Lift,
): LiftedCandidates {
  const { best, places } = ordered;
  const lifts = new Map<number, { readonly logOdds: number; readonly score: number }>();
  const signals = new Map<number, Signals>();
  const perLogOdds = scorePerLogOdds(ordered);
  // Hits stand before candidates, wherever the order has them.
  const shown = [...best.filter(({ slot }) => isHit(slot)), ...best.filter(({ slot }) => !isHit(slot))];
  const canBeLifted = new Set(shown.slice(0, maxReordered).map(({ slot }) => slot));
  const others = best.slice(maxReordered);
  // Nothing falls behind a tool that was not compared.
  const lowest = others[0]?.score ?? Number.NEGATIVE_INFINITY;
  const first = best.slice(0, maxReordered).map(({ slot, score }): ScoredSlot => {
    const lift = canBeLifted.has(slot) ? liftOf(slot) : undefined;
    if (lift !== undefined) {
      signals.set(slot, lift.signals);
    }
    const logOdds = lift?.logOdds ?? 0;
    if (logOdds === 0) {
      return { slot, score };
    }
    const lifted = Math.max(Math.min(score, lowest), score + logOdds * perLogOdds);
    lifts.set(slot, { logOdds, score: lifted - score });
    return { slot, score: lifted };
  });
  // The sort is stable: without a difference the ranking decides.
  first.sort((left, right) => right.score - left.score);
  return { best: [...first, ...others], ...(places === undefined ? {} : { places }), lifts, signals };
}

/** How much a score changes per unit of log-odds. */
export function scorePerLogOdds({ places }: { readonly places?: FusedPlaces | undefined }): number {
  return places === undefined ? 1 : fusedScorePerLogOdds;
}
