// Asks the blind set: `npm run bench:blind`. It is asked rarely, so that nothing is fitted to it: see README.md.
import { writeFileSync } from "node:fs";
import { ToolIndex } from "@toolcrib/search";
import { miniSearchVariants } from "../systems/minisearch.ts";
import { type AnsweredQuery, answerQueries } from "../tiers/answered-query.ts";
import { loadEmbedder } from "../tiers/measure-tiers.ts";
import { blindKinds, readBlindSet } from "./blind-set.ts";

const shownHits = 5;

interface Figures {
  readonly queries: number;
  readonly recallAt1?: number;
  readonly recallAt5?: number;
  readonly loadedRecallAt5?: number;
  /** Share of the queries with at least one hit. */
  readonly withHit: number;
  /** Hits a query. */
  readonly loaded: number;
}

const set = readBlindSet();
const results: Record<string, Record<string, Figures>> = {};

for (const embedder of ["table", "encoder"] as const) {
  const index = new ToolIndex({ embedder: await loadEmbedder(embedder, "blind") });
  index.add(set.tools);
  await index.ready();
  if (index.embedderFailure !== undefined) throw index.embedderFailure;
  results[`hybrid, ${embedder}`] = byKind(await answerQueries(index, set.queries, "hybrid"));
  if (embedder === "encoder") continue;
  results["bm25"] = byKind(await answerQueries(index, set.queries, "bm25"));
  results["keyword"] = byKind(await answerQueries(index, set.queries, "keyword"));
}

const [minisearch] = miniSearchVariants;
if (minisearch !== undefined) {
  const index = await minisearch.build(set.tools);
  const search = async (query: string) => {
    const names = await index.search(query, shownHits, minisearch.name);
    return { hits: names.map((name) => ({ name })), candidates: [] };
  };
  results["minisearch"] = byKind(await answerQueries({ search } as never, set.queries, minisearch.name));
}

for (const [system, kinds] of Object.entries(results)) {
  console.log(system);
  for (const [kind, { queries, ...shares }] of Object.entries(kinds)) {
    const figures = Object.entries(shares).map(([name, value]) => `${name} ${value.toFixed(3)}`);
    console.log(`  ${kind.padEnd(10)} ${String(queries).padStart(3)}  ${figures.join("  ")}`);
  }
}
const [file] = process.argv.slice(2);
if (file !== undefined) writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);

function byKind(answers: readonly AnsweredQuery[]): Record<string, Figures> {
  return Object.fromEntries(blindKinds.map((kind) => [kind, figuresOf(answers.filter((one) => one.kind === kind))]));
}

function figuresOf(answers: readonly AnsweredQuery[]): Figures {
  // Nobody is right about a request that nothing serves.
  const isAnswerable = ({ kind }: AnsweredQuery) => ["people", "model", "mistyped"].includes(kind);
  const mean = (of: (answer: AnsweredQuery) => number): number =>
    Math.round((answers.reduce((sum, answer) => sum + of(answer), 0) / answers.length) * 10_000) / 10_000;
  return {
    queries: answers.length,
    ...(answers.every(isAnswerable) && {
      recallAt1: mean(({ recallAt1 }) => recallAt1),
      recallAt5: mean(({ recallAt5 }) => recallAt5),
      loadedRecallAt5: mean(({ loadedRecallAt5 }) => loadedRecallAt5),
    }),
    withHit: mean(({ loaded }) => Number(loaded > 0)),
    loaded: mean(({ loaded }) => loaded),
  };
}
