// Reports what the fusion is worth on requests in other languages, and whether weights of their own would be worth more.

// The engine's sources use WebAssembly, whose types are in this library.
/// <reference lib="webworker" />
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadEncoder } from "../../../packages/encoder/src/load-encoder.ts";
import { createLanguages } from "../../../packages/languages/src/create-languages.ts";
import type { Embedder } from "../../../packages/search/src/embedding/embedder.ts";
import { createStaticEmbedder } from "../../../packages/search/src/embedding/static-embedder.ts";
import { featureNames, meaningFeature } from "../../../packages/search/src/rankers/hybrid/features.ts";
import { fusionModels } from "../../../packages/search/src/rankers/hybrid/fusion-weights.ts";
import { readJsonLines } from "../files/json-lines.ts";
import { readEverydaySets } from "./everyday-sets.ts";
import { fitOrder } from "./fit-order.ts";
import { measureQueries, type Question } from "./measure-queries.ts";
import { indexCatalogue } from "./measured-catalogue.ts";
import type { MeasuredQueries } from "./measured-queries.ts";
import { type Recall, recallOf } from "./recall.ts";

/** A line of `languages/requests.jsonl`. */
interface ForeignRequest {
  readonly server: string;
  readonly tool: string;
  readonly request: string;
  /** The English request that it translates. */
  readonly of: string;
}

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: join(import.meta.dirname, "../../languages/requests.jsonl") },
    everyday: { type: "string", default: join(import.meta.dirname, "../../everyday") },
    embedder: { type: "string", default: "table" },
  },
});

const embedder = values.embedder === "encoder" ? await loadEncoder() : createStaticEmbedder();
const requests = readJsonLines<ForeignRequest>(values.requests);
const foreign = await measureBoth(embedder, (request) => request.request);
const english = await measureBoth(embedder, ({ of }) => of);
const present = fusionModels[embedder.similarities ?? "table"].order.weights;
const meaning = featureNames.map((_, feature) => (feature === meaningFeature ? 1 : 0));
const everyOrderFeature = featureNames.map((_, feature) => feature).filter((feature) => present[feature] !== 0);

console.log(`${requests.length} requests; recall@1 / @5 among the candidates, every other catalogue\n`);
for (const [title, halves] of [
  ["translated", foreign],
  ["the same in English", english],
] as const) {
  print(
    `${title}, by meaning`,
    halves.map((half) => recallOf(half, meaning)),
  );
  print(
    `${title}, present weights`,
    halves.map((half) => recallOf(half, present)),
  );
}
const swapped = [foreign[1], foreign[0]];
print(
  "translated, weights fitted on the other half",
  foreign.map((half, place) => recallOf(half, fitOrder([swapped[place]], everyOrderFeature))),
);
print(
  "translated, weights fitted on its English",
  foreign.map((half, place) => recallOf(half, fitOrder([english[1 - place]], everyOrderFeature))),
);

/** The requests of the first, third, … catalogue, and of the others. */
async function measureBoth(
  by: Embedder,
  textOf: (request: ForeignRequest) => string,
): Promise<readonly MeasuredQueries[]> {
  const halves: Question[][] = [[], []];
  for (const { tools } of readEverydaySets(values.everyday)) {
    const names = new Set(tools.map(({ name }) => name));
    const own = requests.filter(({ server, tool }) => names.has(`mcp__${server}__${tool}`));
    if (own.length === 0) continue;
    const catalogue = await indexCatalogue(tools, by, createLanguages());
    for (const [place, request] of own.entries()) {
      const wanted = [[`mcp__${request.server}__${request.tool}`]];
      halves[place % 2].push({ catalogue, text: textOf(request), wanted });
    }
  }
  return [await measureQueries(halves[0], "words and meaning"), await measureQueries(halves[1], "words and meaning")];
}

function print(title: string, recalls: readonly Recall[]): void {
  const figures = recalls.map(({ at1, at5 }) => `${(100 * at1).toFixed(1)} / ${(100 * at5).toFixed(1)}`);
  console.log(`${title}: ${figures.join("   ")}`);
}
