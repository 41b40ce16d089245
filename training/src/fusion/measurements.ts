import type { Embedder } from "../../../packages/search/src/embedding/embedder.ts";
import type { EverydaySet } from "./everyday-sets.ts";
import { type Means, measureQueries, type Question } from "./measure-queries.ts";
import { indexCatalogue, type MeasuredCatalogue } from "./measured-catalogue.ts";
import type { MeasuredQueries } from "./measured-queries.ts";
import { foreignPairs, type PublicQuery, type PublicSet } from "./public-sets.ts";
import { isInEnglish, type RankedQuery, readRankedQueries, readRankingCatalogues, wantedOf } from "./ranking-sets.ts";
import { type Parts, sampleForeign, sampleOwn } from "./sampling.ts";

/** The queries of one set, or of one set asked of another. */
export interface MeasuredSet extends Parts<MeasuredQueries> {
  readonly name: string;
  /** The set that the catalogue comes from. */
  readonly catalogue: string;
  /** The set that the queries come from. */
  readonly queriesOf: string;
}

/** One half of the engine's own ranking sets. */
export interface MeasuredHalf {
  readonly english: MeasuredQueries;
  readonly otherLanguages: MeasuredQueries;
  readonly unanswerable: MeasuredQueries;
}

/** What people ask in their own words. */
export interface MeasuredEveryday {
  readonly answerable: MeasuredQueries;
  /** Requests for servers that the embedders learnt from. */
  readonly learnt: MeasuredQueries;
  /** Requests for servers of other catalogues. */
  readonly foreign: MeasuredQueries;
  readonly unanswerable: MeasuredQueries;
  /** Requests whose tool was taken out of the catalogue. */
  readonly leftOut: MeasuredQueries;
}

/** Everything that is measured by the same means. */
export interface Measurements {
  /** Fitted on the first, third, … catalogue; the others are only reported on. */
  readonly everyday: Parts<MeasuredEveryday>;
  readonly sets: readonly MeasuredSet[];
  /** Queries of one set asked of another, so that nothing can answer them. */
  readonly foreign: readonly MeasuredSet[];
  /** Fitted on. */
  readonly tune: MeasuredHalf;
  /** Never fitted on. */
  readonly held: MeasuredHalf;
}

/** Indexes one catalogue after the other and measures all queries that are put to it, by both means. */
export async function measureEverything(
  publicSets: readonly PublicSet[],
  everydaySets: readonly EverydaySet[],
  embedder: Embedder,
): Promise<Readonly<Record<Means, Measurements>>> {
  const sets = { "words and meaning": [] as MeasuredSet[], "words alone": [] as MeasuredSet[] };
  const foreign = { "words and meaning": [] as MeasuredSet[], "words alone": [] as MeasuredSet[] };
  for (const { name, queries, readTools } of publicSets) {
    const catalogue = await indexCatalogue(readTools(), embedder);
    const own = sampleOwn(queries.map((query) => ask(catalogue, query)));
    const others = foreignPairs.filter((pair) => pair.catalogue === name);
    for (const means of ["words and meaning", "words alone"] as const) {
      sets[means].push(await measureSet(name, name, own, means));
      for (const { queriesOf } of others) {
        const asked = publicSets.find((set) => set.name === queriesOf)?.queries ?? [];
        const questions = sampleForeign(asked.map(({ text }) => ask(catalogue, { text, wanted: [] })));
        foreign[means].push(await measureSet(queriesOf, name, questions, means));
      }
    }
  }
  const ranked = await rankedQuestions(embedder);
  const asked = await everydayQuestions(everydaySets, embedder);
  const measured = async (means: Means): Promise<Measurements> => ({
    everyday: {
      fitted: await measureEveryday(asked, 0, means),
      aside: await measureEveryday(asked, 1, means),
    },
    sets: sets[means],
    foreign: foreign[means].filter(({ fitted }) => fitted.count > 0),
    tune: await measureHalf(ranked, "tune", means),
    held: await measureHalf(ranked, "held", means),
  });
  return { "words and meaning": await measured("words and meaning"), "words alone": await measured("words alone") };
}

function ask(catalogue: MeasuredCatalogue, { text, wanted }: PublicQuery): Question {
  return { catalogue, text, wanted };
}

async function measureSet(
  queriesOf: string,
  catalogue: string,
  questions: Parts<readonly Question[]>,
  means: Means,
): Promise<MeasuredSet> {
  return {
    name: queriesOf === catalogue ? catalogue : `${queriesOf} → ${catalogue}`,
    catalogue,
    queriesOf,
    fitted: await measureQueries(questions.fitted, means),
    aside: await measureQueries(questions.aside, means),
  };
}

type EverydayQuestions = Readonly<Record<keyof MeasuredEveryday, readonly Question[]>>;

async function everydayQuestions(
  everydaySets: readonly EverydaySet[],
  embedder: Embedder,
): Promise<readonly EverydayQuestions[]> {
  const asked: EverydayQuestions[] = [];
  for (const { tools, answerable, learnt, foreign, unanswerable, leftOut } of everydaySets) {
    const catalogue = await indexCatalogue(tools, embedder);
    const without = await indexCatalogue(leftOut.tools, embedder);
    asked.push({
      answerable: answerable.map((query) => ask(catalogue, query)),
      learnt: learnt.map((query) => ask(catalogue, query)),
      foreign: foreign.map((query) => ask(catalogue, query)),
      unanswerable: unanswerable.map((query) => ask(catalogue, query)),
      leftOut: leftOut.queries.map((query) => ask(without, query)),
    });
  }
  return asked;
}

async function measureEveryday(
  asked: readonly EverydayQuestions[],
  part: 0 | 1,
  means: Means,
): Promise<MeasuredEveryday> {
  const ofPart = asked.filter((_, place) => place % 2 === part);
  const measured = (kind: keyof MeasuredEveryday): Promise<MeasuredQueries> =>
    measureQueries(
      ofPart.flatMap((questions) => questions[kind]),
      means,
    );
  return {
    answerable: await measured("answerable"),
    learnt: await measured("learnt"),
    foreign: await measured("foreign"),
    unanswerable: await measured("unanswerable"),
    leftOut: await measured("leftOut"),
  };
}

interface RankedQuestion extends Question {
  readonly source: RankedQuery;
}

async function rankedQuestions(embedder: Embedder): Promise<readonly RankedQuestion[]> {
  const catalogues = new Map<string, MeasuredCatalogue>();
  for (const [name, tools] of readRankingCatalogues()) catalogues.set(name, await indexCatalogue(tools, embedder));
  return readRankedQueries().flatMap((source) => {
    const catalogue = catalogues.get(source.catalogue);
    return catalogue === undefined ? [] : [{ catalogue, text: source.query, wanted: wantedOf(source), source }];
  });
}

async function measureHalf(
  questions: readonly RankedQuestion[],
  half: RankedQuery["half"],
  means: Means,
): Promise<MeasuredHalf> {
  const measured = (isMeant: (source: RankedQuery) => boolean): Promise<MeasuredQueries> =>
    measureQueries(
      questions.filter(({ source }) => source.half === half && isMeant(source)),
      means,
    );
  return {
    english: await measured((source) => source.none !== true && isInEnglish(source)),
    otherLanguages: await measured((source) => source.none !== true && !isInEnglish(source)),
    unanswerable: await measured((source) => source.none === true),
  };
}
