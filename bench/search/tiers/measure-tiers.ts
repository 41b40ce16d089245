import { loadEncoder } from "@toolcrib/encoder";
import { createStaticEmbedder, type Embedder, ToolIndex } from "@toolcrib/search";
import { type DataSet, type LabelledQuery, sampleEvenly } from "../common/datasets.ts";
import { type AnsweredQuery, answerQueries } from "./answered-query.ts";
import { compareParts, type PartComparison } from "./compare-parts.ts";
import { type Figures, figuresOf } from "./figures.ts";
import { keepVectors } from "./kept-vectors.ts";

export const embedderNames = ["table", "encoder"] as const;
export type EmbedderName = (typeof embedderNames)[number];

/** What one set of queries shows about the two tiers, with one embedder. */
export interface TierResult {
  readonly set: string;
  readonly tools: number;
  readonly embedder: EmbedderName;
  /** By kind of query, for both halves together and for the half that was kept aside. */
  readonly hybrid: Readonly<Record<string, HalfFigures>>;
  readonly semantic: Readonly<Record<string, HalfFigures>>;
  readonly bm25: Readonly<Record<string, HalfFigures>>;
  /** Over the answerable queries that are no model's: the other kinds are easy for every ranker. */
  readonly parts: PartComparison;
}

export interface HalfFigures {
  readonly all: Figures;
  readonly held: Figures;
}

/** As many queries of each set as the training takes at most, drawn evenly. */
const maxQueries = 800;

/** The table is as fast as reading its vectors from a file; those of the encoder are kept. */
export async function loadEmbedder(name: EmbedderName, catalogue: string): Promise<Embedder> {
  return name === "table" ? createStaticEmbedder() : keepVectors(await loadEncoder({ cacheFolder: null }), catalogue);
}

/** Asks all queries of a set with one embedder. */
export async function measureTiers(
  set: DataSet,
  embedder: EmbedderName,
  quick: number | undefined,
): Promise<TierResult> {
  const queries = sampleEvenly(set.queries, quick ?? maxQueries);
  const index = await buildIndex(set, await loadEmbedder(embedder, set.name));
  const [hybrid, semantic, bm25] = [
    await answerQueries(index, queries, "hybrid"),
    await answerQueries(index, queries, "semantic"),
    await answerQueries(index, queries, "bm25"),
  ];
  const compared = (answers: readonly AnsweredQuery[]): AnsweredQuery[] =>
    answers.filter((_, place) => isCompared(queries[place] as LabelledQuery));
  return {
    set: set.name,
    tools: set.tools.length,
    embedder,
    hybrid: byKind(hybrid),
    semantic: byKind(semantic),
    bm25: byKind(bm25),
    parts: compareParts(set.name, {
      hybrid: compared(hybrid),
      bm25: compared(bm25),
      semantic: compared(semantic),
    }),
  };
}

async function buildIndex({ tools }: DataSet, embedder: Embedder): Promise<ToolIndex> {
  const index = new ToolIndex({ embedder });
  index.add(tools);
  await index.ready();
  if (index.embedderFailure !== undefined) {
    throw new Error("The embedder failed: figures without meaning would pass for those with it.", {
      cause: index.embedderFailure,
    });
  }
  return index;
}

export function isCompared({ needed, kind }: LabelledQuery): boolean {
  return needed.length > 0 && kind !== "model";
}

function byKind(answers: readonly AnsweredQuery[]): Record<string, HalfFigures> {
  const kinds = [...new Set(answers.map(({ kind }) => kind))];
  return Object.fromEntries(
    kinds.map((kind) => {
      const all = answers.filter((answer) => answer.kind === kind);
      return [kind, { all: figuresOf(all), held: figuresOf(all.filter(({ isHeld }) => isHeld)) }];
    }),
  );
}
