import { mean } from "../common/metrics.ts";
import type { AnsweredQuery } from "./answered-query.ts";

/** Means over the answers to some queries; shares from 0 to 1. */
export interface Figures {
  readonly queries: number;
  readonly recallAt1: number;
  readonly recallAt5: number;
  readonly loadedMean: number;
  readonly loadedRecallAt5: number;
  /** Neither hits nor candidates. */
  readonly empty: number;
  readonly withHit: number;
}

export function figuresOf(answers: readonly AnsweredQuery[]): Figures {
  const average = (read: (answer: AnsweredQuery) => number): number => mean(answers.map(read));
  return {
    queries: answers.length,
    recallAt1: average(({ recallAt1 }) => recallAt1),
    recallAt5: average(({ recallAt5 }) => recallAt5),
    loadedMean: average(({ loaded }) => loaded),
    loadedRecallAt5: average(({ loadedRecallAt5 }) => loadedRecallAt5),
    empty: average(({ isEmpty }) => (isEmpty ? 1 : 0)),
    withHit: average(({ loaded }) => (loaded > 0 ? 1 : 0)),
  };
}

/** The figures of several groups as those of one. */
export function joinFigures(all: readonly Figures[]): Figures {
  const queries = all.reduce((sum, figures) => sum + figures.queries, 0);
  const average = (measure: keyof Figures): number =>
    all.reduce((sum, figures) => sum + figures[measure] * figures.queries, 0) / Math.max(1, queries);
  return {
    queries,
    recallAt1: average("recallAt1"),
    recallAt5: average("recallAt5"),
    loadedMean: average("loadedMean"),
    loadedRecallAt5: average("loadedRecallAt5"),
    empty: average("empty"),
    withHit: average("withHit"),
  };
}
