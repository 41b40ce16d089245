import type { TermEntry } from "../../lexical/lexical-index.ts";
import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import { maxCandidates } from "../../ranking/max-candidates.ts";
import { mustMatch } from "../../ranking/must-match.ts";
import type { Ranker, Ranking, RankRequest } from "../../ranking/ranker.ts";
import { semanticState } from "../../ranking/semantic-state.ts";
import { countAskingWords } from "../../text/asking-words.ts";
import { hasWords, isLetterOrNumber } from "../../text/has-words.ts";
import { countPhrases } from "../../text/phrases.ts";
import { hasNames } from "../../text/value-words.ts";
import type { ShownTool } from "../../usage/shown-tool.ts";
import { decideTiers, type Tiers } from "./decide-tiers.ts";
import { explainHits } from "./explain-hits.ts";
import { type FusionModel, type FusionModels, fusionModels } from "./fusion-weights.ts";
import { isMeaningful } from "./is-meaningful.ts";
import type { LearnedRows } from "./learned-rows.ts";
import { scorePerLogOdds } from "./lift-by-usage.ts";
import { type Candidates, measureCandidates } from "./measure-candidates.ts";
import { namesOfCopies } from "./names-of-copies.ts";
import { type RankedCandidates, rankBacked } from "./rank-backed.ts";
import { readQuery } from "./read-query.ts";

/** Shorter numbers count things. */
const minDigitsOfName = 3;
const otherScript = /[^\P{L}\p{Script=Latin}]/u;

/**
 * Combines lexical and semantic search with a fitted model. What it trusts are hits, what is only plausible are
 * candidates, and what is not plausible is not returned.
 */
export const hybridRanker: Ranker = createHybridRanker(fusionModels);

/** A hybrid ranker with other weights: benchmarks measure those that were fitted without a set. */
export function createHybridRanker(models: FusionModels): Ranker {
  return {
    specificationVersion: "v1",
    name: "hybrid",
    rank: (request) => rank(request, models),
  };
}

async function rank({ query, limit, catalogue, usage }: RankRequest, models: FusionModels): Promise<Ranking> {
  const read = readQuery(query, catalogue);
  const { text, requests, embedded } = "then" in read ? await read : read;
  const isForeign = query.isForeign === true;
  const askingWords = countAskingWords(query.text);
  const isMeant = (): boolean => isForeign || isMeaningful(embedded[0] as string, askingWords > 0, catalogue);
  const vectors = await embed(catalogue, embedded, isMeant);
  const passes = mustMatch(catalogue, query.must);
  const measure = (without: ReadonlySet<number>): Candidates =>
    measureCandidates(catalogue, {
      text,
      requests,
      vectors,
      limit,
      passes: without.size === 0 ? passes : (slot) => !without.has(slot) && passes(slot),
    });
  const all = measure(new Set());
  const model = vectors === undefined ? models.words : modelFor(catalogue, models);
  const { terms } = all.terms;
  const isFiltered = query.must.length > 0;
  const canWordsVouch = vectors === undefined || !knowsMatchedWords(catalogue, terms);
  const phrases = countPhrases(query.text) + (hasUnreadNames(query.text, model) ? 1 : 0);
  // Nor are words of another language that the glossary knows, or an idiom, thrown together.
  const isRead = isForeign || query.expanded !== query.text;
  const liftOf = usage?.liftsFor(terms);
  const limits = {
    limit,
    isFiltered,
    isRead,
    hasWords: hasWords(query.text) && (vectors !== undefined || canWordsChoose(query.text, terms)),
    isKeyword: !query.text.trim().includes(" "),
    askingWords,
    phrases,
    canWordsVouch,
    liftOf,
  };
  const rankWithout = (without: ReadonlySet<number>): RankedCandidates => {
    const candidates = without.size === 0 ? all : measure(without);
    return { measured: candidates, tiers: decideTiers(catalogue, candidates, model, limits) };
  };
  // What is asked in another language or script is not compared with what a tool says in English.
  const isJudged = !isFiltered && !isForeign && !otherScript.test(query.text);
  const { measured, tiers, setBack } = !isJudged
    ? { ...rankWithout(new Set()), setBack: [] }
    : rankBacked(catalogue, { text, terms, isSeveral: requests.length > 1 }, rankWithout);
  const { nearMisses, matched, copies } = tiers;
  const nameOf = (row: number): string => catalogue.documentAt(measured.table.slots[row] as number).name;
  // What is set back stands behind the first tool, whether that is a hit or a candidate.
  const candidateNames = tiers.candidates.map(nameOf);
  const setBackNames = setBack.map((slot) => catalogue.documentAt(slot).name);
  candidateNames.splice(tiers.hits.length > 0 ? 0 : 1, 0, ...setBackNames);
  if (tiers.learned !== undefined) {
    usage?.keepAnswer(terms, tiers.learned.order, shownTools(tiers, tiers.learned));
  }
  return {
    hits: explainHits(catalogue, measured, model, tiers),
    candidates: candidateNames.slice(0, maxCandidates),
    ...(copies === undefined || copies.size === 0 ? {} : { sameAs: namesOfCopies(copies, nameOf) }),
    matched,
    nearMisses: nearMisses.map(nameOf),
    semantic: vectors === undefined ? semanticState(catalogue.semantic) : "used",
  };
}

/** Whether the embedder knows all words of a query that some tool has, so that meaning can judge them. */
function knowsMatchedWords({ semantic }: CatalogueView, terms: readonly TermEntry[]): boolean {
  return terms.every(({ id, word, term }) => id < 0 || semantic?.knowsWord(word) || semantic?.knowsWord(term));
}

/**
 * Whether words alone can choose a tool: some tool has one that is more than a letter or a number, or the query is a
 * single number, which may be a name (`1099`, `the 404`).
 */
function canWordsChoose(text: string, terms: readonly TermEntry[]): boolean {
  const [first] = terms;
  const isAlone = !text.trim().includes(" ") || (first !== undefined && first.word.length >= minDigitsOfName);
  return (terms.length === 1 && isAlone) || terms.some(({ id, word }) => id >= 0 && !isLetterOrNumber(word));
}

/**
 * Whether a query has names that the table does not read. They are probably arguments, which random words do not have, and
 * without them the rest of the query is less similar to any tool. A transformer reads them. Numbers do not count: words
 * thrown together often have one.
 */
function hasUnreadNames(text: string, { similarities }: FusionModel): boolean {
  return similarities === "table" && hasNames(text);
}

/** The tools of an answer with their log-odds, for a history to learn from. */
function shownTools({ shown, places, signals }: Tiers, learned: LearnedRows): Omit<ShownTool, "hash">[] {
  const perLogOdds = scorePerLogOdds({ places });
  return shown.map(({ slot: row, score }) => ({
    ...learned.toolAt(row),
    logOdds: score / perLogOdds,
    signals: signals?.get(row),
  }));
}

function modelFor({ semantic }: CatalogueView, { table, transformer }: FusionModels): FusionModel {
  return semantic?.embedder.similarities === "transformer" ? transformer : table;
}

/**
 * The vectors of the query and its requests, if semantic search is available and they are meaningful. That is asked
 * afterwards: an embedder may load its vocabulary with the first text.
 */
async function embed(
  catalogue: CatalogueView,
  texts: readonly string[],
  isMeant: () => boolean,
): Promise<readonly Float32Array[] | undefined> {
  const vectors = await catalogue.semantic?.embedQueries(texts);
  const isEmbedded = vectors?.[0]?.some((number) => number !== 0) === true;
  return isEmbedded && isMeant() ? vectors : undefined;
}
