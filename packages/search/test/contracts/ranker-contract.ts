import type { Ranker, RankerName, SearchAnswer, SearchOptions, ToolIndex, ToolIndexOptions } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { indexOf, namesOf, shuffled, workshopTools } from "../support/catalogue.ts";

/** A ranker under test. */
export interface RankerSubject {
  readonly name: string;
  readonly ranker: RankerName | Ranker;
  /** What the index is made with. */
  readonly options: () => ToolIndexOptions;
  /** Queries that find something in the workshop, in the ranker's own language; none of them is the name of a tool. */
  readonly queries: readonly [string, ...string[]];
  /** A query that finds `twins` alike. */
  readonly queryForTwins: string;
  /** Behaviours that this ranker has no part in, each with the reason. */
  readonly skips?: Readonly<Record<string, string>>;
}

const twins = ["mcp__zeta__ring_bell", "mcp__alpha__ring_bell", "mcp__mid__ring_bell"].map((name) => ({
  name,
  description: "Ring the bell of a house.",
  server: "bells",
}));

/** What every ranker does, whatever it ranks by. */
export function describeRanker(subject: RankerSubject): void {
  const behaviour = (title: string, check: () => Promise<void>): void => {
    const reason = subject.skips?.[title];
    it.skipIf(reason !== undefined)(reason === undefined ? title : `${title} (skipped: ${reason})`, check);
  };
  const build = (tools = workshopTools): Promise<ToolIndex> => indexOf(tools, subject.options());
  const ask = (index: ToolIndex, query: string, options: SearchOptions = {}): Promise<SearchAnswer> =>
    index.search(query, { limit: 20, ...options, ranker: subject.ranker });

  describe(`the ranker contract: ${subject.name}`, () => {
    behaviour("finds something for its own queries", async () => {
      const index = await build();
      for (const query of subject.queries) {
        expect(namesOf(await ask(index, query)), query).not.toEqual([]);
      }
    });

    behaviour("answers alike in whatever order tools were added", async () => {
      const index = await build();
      for (let seed = 1; seed <= 5; seed++) {
        const other = await build(shuffled(workshopTools, seed));
        for (const query of subject.queries) {
          expect(await ask(other, query), `${query}, order ${seed}`).toEqual(await ask(index, query));
        }
      }
    });

    behaviour("gives ties to the name that comes first", async () => {
      const { hits } = await ask(await build(twins), subject.queryForTwins);
      expect(namesOf({ hits })).toEqual(["mcp__alpha__ring_bell", "mcp__mid__ring_bell", "mcp__zeta__ring_bell"]);
      expect(new Set(hits.map(({ score }) => score)).size).toBe(1);
    });

    behaviour("orders hits by score, the best first", async () => {
      const index = await build();
      for (const query of subject.queries) {
        const scores = (await ask(index, query)).hits.map(({ score }) => score);
        expect(scores, query).toEqual(scores.toSorted((a, b) => b - a));
      }
    });

    behaviour("returns the first hits where the limit cuts, and says how many are cut", async () => {
      const index = await build();
      for (const query of subject.queries) {
        const all = await ask(index, query);
        const one = await ask(index, query, { limit: 1 });
        expect(namesOf(one), query).toEqual(namesOf(all).slice(0, 1));
        expect(one.matched, query).toBe(all.matched);
        expect(one.cut, query).toBe(all.matched - 1);
        expect(all.matched, query).toBeGreaterThanOrEqual(all.hits.length);
        expect(all.matched, query).toBeLessThanOrEqual(all.searched);
      }
    });

    behaviour("names at most eight candidates, each once, none of them a hit, each on one line", async () => {
      const index = await build();
      for (const query of subject.queries) {
        const { hits, candidates } = await ask(index, query, { limit: 1 });
        const names = [...hits, ...candidates].map(({ name }) => name);
        expect(candidates.length, query).toBeLessThanOrEqual(8);
        expect(new Set(names).size, query).toBe(names.length);
        for (const { name, description } of candidates) {
          expect(index.has(name), query).toBe(true);
          expect(description, query).not.toMatch(/[\r\n]/);
          expect(name.length + description.length, query).toBeLessThanOrEqual(Math.max(100, name.length + 30));
        }
      }
    });

    behaviour("never returns a tool that `only` excludes", async () => {
      const index = await build();
      for (const query of subject.queries) {
        const [best] = namesOf(await ask(index, query));
        const answer = await ask(index, query, { only: (name) => name !== best });
        expect(namesOf(answer), query).not.toContain(best);
        expect(answer.nearest, query).not.toContain(best);
        expect(
          answer.candidates.map(({ name }) => name),
          query,
        ).not.toContain(best);
        expect(answer.searched, query).toBe(workshopTools.length - 1);
        expect((await ask(index, query, { only: () => false })).hits, query).toEqual([]);
      }
    });

    behaviour("never returns a tool that was removed", async () => {
      for (const query of subject.queries) {
        const index = await build();
        const names = namesOf(await ask(index, query));
        expect(index.remove(names)).toBe(names.length);
        expect(
          namesOf(await ask(index, query)).filter((name) => names.includes(name)),
          query,
        ).toEqual([]);
      }
    });

    behaviour("explains every hit by contributions that sum up to its score", async () => {
      const index = await build();
      for (const query of subject.queries) {
        for (const { name, score, why } of (await ask(index, query)).hits) {
          const sum = why.reduce((total, { contribution }) => total + contribution, 0);
          expect(why.length, `${query}: ${name}`).toBeGreaterThan(0);
          expect(Math.abs(sum - score), `${query}: ${name}`).toBeLessThanOrEqual(1e-5 * Math.max(1, Math.abs(score)));
        }
      }
    });

    behaviour("puts the strongest reason first", async () => {
      const index = await build();
      for (const query of subject.queries) {
        for (const { name, why } of (await ask(index, query)).hits) {
          const strengths = why.map(({ contribution }) => Math.abs(contribution));
          expect(strengths, `${query}: ${name}`).toEqual(strengths.toSorted((a, b) => b - a));
        }
      }
    });

    behaviour("finds nothing in an empty catalogue, and says so", async () => {
      const index = await build([]);
      for (const query of subject.queries) {
        const answer = await ask(index, query);
        expect(answer).toMatchObject({ hits: [], matched: 0, cut: 0, searched: 0 });
        expect(answer.summary, query).toContain("There are no tools to search.");
      }
    });

    behaviour("answers from a catalogue of one tool", async () => {
      const [twin] = twins;
      const answer = await ask(await build(twins.slice(0, 1)), subject.queryForTwins);
      expect(namesOf(answer)).toEqual([twin?.name]);
      expect(answer.matched).toBe(1);
    });

    behaviour("answers from a catalogue without descriptions", async () => {
      const index = await build(workshopTools.map(({ name }) => ({ name })));
      for (const query of subject.queries) {
        const answer = await ask(index, query);
        expect(answer.searched).toBe(workshopTools.length);
        expect(
          namesOf(answer).every((name) => index.has(name)),
          query,
        ).toBe(true);
      }
    });

    behaviour("does not change the catalogue by searching it", async () => {
      const index = await build();
      const { hash, size } = index;
      const first = await ask(index, subject.queries[0]);
      for (const query of subject.queries) await ask(index, query, { limit: 2 });
      expect(await ask(index, subject.queries[0])).toEqual(first);
      expect({ hash: index.hash, size: index.size }).toEqual({ hash, size });
    });
  });
}
