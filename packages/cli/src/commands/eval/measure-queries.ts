import type { Hit, RankerName, ToolIndex, UsageHistory } from "@toolcrib/search";
import { isToolcribError } from "@toolcrib/shared/errors";
import type { Output } from "../../output/console-output.ts";
import { createProgressBar } from "../../output/progress-bar.ts";
import type { GradedQuery } from "../../reading/read-queries.ts";

/** A query with what the search gave for it. */
export interface MeasuredQuery extends GradedQuery {
  /** The tools that are loaded, best first. */
  readonly hitNames: readonly string[];
  /** The tools that are only named, best first. */
  readonly candidateNames: readonly string[];
  /** Why the first hit was found, for a page that explains failures. */
  readonly firstHit?: Hit | undefined;
  /** The ranker does not take this query, as `regex` does not with words that are no pattern. */
  readonly isRejected: boolean;
  readonly latencyMs: number;
}

/** What to measure. */
export interface Measurement {
  readonly index: ToolIndex;
  readonly queries: readonly GradedQuery[];
  readonly ranker: RankerName;
  /** How many hits are asked for. */
  readonly limit: number;
  /** What earlier calls say for tools. */
  readonly usage?: UsageHistory | undefined;
}

const warmUpQueries = 50;

/** Searches every query once, after some unmeasured ones that let the engine's code become warm. */
export async function measureQueries(measurement: Measurement, output: Output): Promise<MeasuredQuery[]> {
  const { queries } = measurement;
  for (const query of queries.slice(0, warmUpQueries)) {
    await measureQuery(query, measurement);
  }
  const progressBar = createProgressBar("Searching", output);
  const measured: MeasuredQuery[] = [];
  try {
    for (const query of queries) {
      measured.push(await measureQuery(query, measurement));
      progressBar.update(measured.length, queries.length);
    }
  } finally {
    progressBar.finish();
  }
  return measured;
}

async function measureQuery(query: GradedQuery, { index, ranker, limit, usage }: Measurement): Promise<MeasuredQuery> {
  const start = performance.now();
  try {
    const { hits, candidates } = await index.search(query.query, { ranker, limit, usage });
    const latencyMs = performance.now() - start;
    const names = { hitNames: hits.map(({ name }) => name), candidateNames: candidates.map(({ name }) => name) };
    return { ...query, ...names, firstHit: hits[0], isRejected: false, latencyMs };
  } catch (error) {
    if (isToolcribError(error) && rejections.has(error.code)) {
      return { ...query, hitNames: [], candidateNames: [], isRejected: true, latencyMs: performance.now() - start };
    }
    throw error;
  }
}

// One query that a ranker cannot take is a miss of that ranker, not the end of the measurement.
const rejections: ReadonlySet<string> = new Set(["invalid_pattern", "pattern_too_long", "query_too_long"]);
