import { describe, expect, it } from "vitest";
import { ask, askAll, type Half, missesBeyond, type RankedQuery } from "./ranking-set.ts";

const halves: readonly Half[] = ["tune", "held"];

/** What is known not to work yet. Such a test runs and must fail: it turns red when the gap closes, so that the mark goes. */
export interface KnownGaps {
  /** The share that a sensible user insists on. */
  readonly wanted?: number;
  /** Halves that miss it. */
  readonly halves?: readonly Half[];
  /** Queries that are answered otherwise. */
  readonly queries?: readonly string[];
}

/** Tests that a share of the queries is answered as wanted, in each half, and every query that a source quotes. */
export function testShare(
  behaviour: string,
  queries: readonly RankedQuery[],
  minShare: number,
  gaps: KnownGaps = {},
): void {
  const quoted = queries.filter(({ must }) => must);
  if (quoted.length > 0) testEach(`${behaviour}, as quoted`, quoted, gaps);
  for (const half of halves) {
    const titled = (share: number): string => `${behaviour} in ${Math.round(share * 100)} % of the queries (${half})`;
    const holds = (share: number) => async () => {
      expect(missesBeyond(await askAll(queries), half, share)).toEqual([]);
    };
    it(titled(minShare), holds(minShare));
    if (gaps.wanted !== undefined) {
      const test = gaps.halves?.includes(half) ? it.fails : it;
      test(titled(gaps.wanted), holds(gaps.wanted));
    }
  }
}

/** Tests that every query is answered as wanted. */
export function testEach(behaviour: string, queries: readonly RankedQuery[], gaps: KnownGaps = {}): void {
  describe(behaviour, () => {
    for (const query of queries) {
      const test = gaps.queries?.includes(query.query) ? it.fails : it;
      test(`${query.query} (${query.source})`, async () => {
        const { isMet, line } = await ask(query);
        expect(isMet, line).toBe(true);
      });
    }
  });
}
