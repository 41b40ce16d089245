import { assert, assertSame, type Check } from "@toolcrib/shared/suites";
import type { SearchAnswer } from "../answer/search-answer.ts";
import type { SearchOptions } from "../answer/search-options.ts";
import type { RankerChoice } from "../rankers/rankers.ts";
import { maxCandidates } from "../ranking/max-candidates.ts";
import type { Candidate, Hit } from "../ranking/ranker.ts";
import type { SearchableTool } from "../tool/searchable-tool.ts";
import { ToolIndex, type ToolIndexOptions } from "../tool-index/tool-index.ts";
import { sampleTools, twinTools } from "./sample-tools.ts";

/** A ranker, and queries that it understands. */
export interface RankerUnderTest {
  readonly ranker: RankerChoice;
  /** Options of the indexes that the checks build. Default: no embedder. */
  readonly indexOptions?: () => ToolIndexOptions;
  /** The tools to search. Default: tools for issues, messages, mail, weather, files and web pages. */
  readonly tools?: readonly SearchableTool[];
  /** Queries that find some of these tools. None is a tool's name. */
  readonly queries: readonly [string, ...string[]];
  /** A query that matches three tools called `ring_bell`, "Ring the bell of a house.", equally well. */
  readonly queryForTwins: string;
}

/** What every ranker does, whatever it ranks by. Each check builds its own indexes. */
export function rankerSuite(underTest: RankerUnderTest): readonly Check[] {
  const { ranker, indexOptions = () => ({ embedder: null }), tools = sampleTools, queries, queryForTwins } = underTest;
  const build = async (catalogue = tools): Promise<ToolIndex> => {
    const index = new ToolIndex(indexOptions());
    index.add(catalogue);
    await index.ready();
    return index;
  };
  const ask = (index: ToolIndex, query: string, options: SearchOptions = {}): Promise<SearchAnswer> =>
    index.search(query, { limit: 20, ...options, ranker });
  /** A check that looks at the answer to each query. */
  const forEachQuery = (
    title: string,
    check: (query: string, answer: SearchAnswer, index: ToolIndex) => void | Promise<void>,
    catalogue = tools,
  ): Check => ({
    title,
    run: async () => {
      for (const query of queries) {
        const index = await build(catalogue);
        await check(query, await ask(index, query), index);
      }
    },
  });

  return [
    forEachQuery("finds something for its own queries", (query, { hits }) =>
      assert(hits.length > 0, `expected a hit for ${query}`),
    ),
    {
      title: "gives the same answers whatever the order in which tools were added",
      run: async () => {
        const index = await build();
        const orders = [tools.toReversed(), tools.toSorted(byName), [...tools.slice(3), ...tools.slice(0, 3)]];
        for (const order of orders) {
          const other = await build(order);
          for (const query of queries) assertSame(await ask(other, query), await ask(index, query), query);
        }
      },
    },
    {
      title: "sorts hits with the same score by name",
      run: async () => {
        const { hits } = await ask(await build(twinTools), queryForTwins);
        assertSame(namesOf(hits), namesOf(twinTools.toSorted(byName)), queryForTwins);
        assertSame(new Set(hits.map(({ score }) => score)).size, 1, "the number of different scores");
      },
    },
    forEachQuery("sorts hits by score, best first", (query, { hits }) => {
      const scores = hits.map(({ score }) => score);
      assertSame(
        scores,
        scores.toSorted((one, other) => other - one),
        query,
      );
    }),
    forEachQuery("returns the first hits up to the limit, and counts the rest", async (query, all, index) => {
      const one = await ask(index, query, { limit: 1 });
      assertSame(namesOf(one.hits), namesOf(all.hits).slice(0, 1), query);
      assertSame([one.matched, one.cut], [all.matched, all.matched - 1], `the numbers matched and cut off, ${query}`);
      assert(all.matched >= all.hits.length, `expected at least as many matches as hits for ${query}`);
      assert(all.matched <= all.searched, `expected no more matches than tools for ${query}`);
    }),
    forEachQuery(
      "names at most eight candidates, each once, none a hit, each on one line",
      async (query, _all, index) => {
        const { hits, candidates } = await ask(index, query, { limit: 1 });
        const names = namesOf([...hits, ...candidates]);
        assert(candidates.length <= maxCandidates, `expected at most ${maxCandidates} candidates for ${query}`);
        assertSame(new Set(names).size, names.length, `the number of different names for ${query}`);
        for (const { name, description } of candidates) {
          assert(index.has(name), `expected a tool of the catalogue for ${query}, got ${name}`);
          assert(!/[\r\n]/.test(description), `expected one line about ${name}`);
          const maxLength = Math.max(100, name.length + 30);
          assert(name.length + description.length <= maxLength, `expected a short line about ${name}`);
        }
      },
    ),
    forEachQuery("returns no tool that `only` excludes", async (query, { hits: [best], searched }, index) => {
      const answer = await ask(index, query, { only: (name) => name !== best?.name });
      const named = [...namesOf([...answer.hits, ...answer.candidates]), ...answer.nearest];
      assert(!named.includes(best?.name ?? ""), `expected no ${best?.name} for ${query}`);
      assertSame(answer.searched, searched - 1, "the number of tools searched");
      assertSame((await ask(index, query, { only: () => false })).hits, [], query);
    }),
    forEachQuery("returns no tool that was removed", async (query, { hits }, index) => {
      const names = namesOf(hits);
      assertSame(index.remove(names), names.length, "the number of tools removed");
      const left = namesOf((await ask(index, query)).hits);
      assert(!left.some((name) => names.includes(name)), `expected no removed tool for ${query}`);
    }),
    forEachQuery("explains each hit by contributions that add up to its score", (_query, { hits }) => {
      for (const { name, score, why } of hits) {
        const sum = why.reduce((total, { contribution }) => total + contribution, 0);
        assert(why.length > 0, `expected a reason for ${name}`);
        const isSum = Math.abs(sum - score) <= 1e-5 * Math.max(1, Math.abs(score));
        assert(isSum, `expected the contributions of ${name} to add up to ${score}, got ${sum}`);
      }
    }),
    forEachQuery("puts the strongest reason first", (_query, { hits }) => {
      for (const { name, why } of hits) {
        const strengths = why.map(({ contribution }) => Math.abs(contribution));
        assertSame(
          strengths,
          strengths.toSorted((one, other) => other - one),
          `the reasons for ${name}`,
        );
      }
    }),
    forEachQuery(
      "finds nothing in an empty catalogue",
      (query, { hits, matched, cut, searched }) =>
        assertSame({ hits, matched, cut, searched }, { hits: [], matched: 0, cut: 0, searched: 0 }, query),
      [],
    ),
    {
      title: "finds the tool in a catalogue of one",
      run: async () => {
        const { hits, matched } = await ask(await build(twinTools.slice(0, 1)), queryForTwins);
        assertSame([namesOf(hits), matched], [namesOf(twinTools.slice(0, 1)), 1], queryForTwins);
      },
    },
    forEachQuery(
      "searches a catalogue without descriptions",
      (query, { hits, searched }, index) => {
        assertSame(searched, tools.length, "the number of tools searched");
        for (const { name } of hits) assert(index.has(name), `expected a tool of the catalogue for ${query}`);
      },
      tools.map(({ name }) => ({ name })),
    ),
    {
      title: "does not change the catalogue by searching it",
      run: async () => {
        const index = await build();
        const { hash, size } = index;
        const first = await ask(index, queries[0]);
        for (const query of queries) await ask(index, query, { limit: 2 });
        assertSame(await ask(index, queries[0]), first, queries[0]);
        assertSame([index.hash, index.size], [hash, size], "the catalogue's hash and size");
      },
    },
  ];
}

const byName = (one: SearchableTool, other: SearchableTool): number => (one.name < other.name ? -1 : 1);

const namesOf = (named: readonly (Candidate | Hit | SearchableTool)[]): string[] => named.map(({ name }) => name);
