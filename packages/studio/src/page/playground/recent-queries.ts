import type { TraceRecord } from "@toolcrib/gateway";

const most = 8;

/** The latest queries of models, without duplicates; those that found nothing first. Records are newest first. */
export function recentQueries(traces: readonly TraceRecord[]): readonly string[] {
  const searches = traces
    .flatMap((trace) => trace.searches)
    .flatMap(({ query = "", hits }) => (query.trim() === "" ? [] : [{ query, isMiss: hits.length === 0 }]));
  const missed = searches.filter(({ isMiss }) => isMiss);
  return [...new Set([...missed, ...searches].map(({ query }) => query))].slice(0, most);
}
