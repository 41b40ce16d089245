import type { TraceRecord } from "@toolcrib/gateway";

/** A query that found nothing. */
export interface Miss {
  /** Undefined if the gateway captures no content. */
  readonly query: string | undefined;
  readonly count: number;
  readonly lastAt: string;
  /** The trace of its latest occurrence. */
  readonly trace: string;
  readonly searched: number;
  readonly ranker: string;
  readonly why: string;
}

/** The searches that found nothing, most frequent first, then latest. Records are newest first. */
export function missList(traces: readonly TraceRecord[]): readonly Miss[] {
  const misses = new Map<string | undefined, Miss>();
  for (const trace of traces) {
    for (const { query, miss, hits, searched, ranker } of trace.searches) {
      if (hits.length > 0) continue;
      const before = misses.get(query);
      const why = miss ?? "nothing matched";
      misses.set(
        query,
        before === undefined
          ? { query, count: 1, lastAt: trace.startedAt, trace: trace.id, searched, ranker, why }
          : { ...before, count: before.count + 1 },
      );
    }
  }
  return [...misses.values()].toSorted(
    (left, right) => right.count - left.count || (left.lastAt < right.lastAt ? 1 : -1),
  );
}
