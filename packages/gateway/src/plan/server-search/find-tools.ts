import { oncePer } from "@toolcrib/shared/caches";
import type { SearchableCatalogue } from "../../catalogue/catalogue-indexes.ts";
import type { RequestLearning } from "../../contracts/request-learning.ts";
import { type PatternMatches, PatternTexts } from "./pattern-texts.ts";
import type { SearchVariant } from "./search-function.ts";

const everything = 10_000;
const textsOf = oncePer((tools: SearchableCatalogue["tools"]) => new PatternTexts(tools));

/** What a search finds. */
export interface FoundNames {
  readonly names: readonly string[];
  readonly searched: number;
  /** How many tools the pattern was not tried on, because it takes too much work. */
  readonly unsearched: number;
}

const noMatches = { names: [], unsearched: 0 } as const;

/** The names that a search finds, as the API orders them: a pattern's in the order of `tools`, a query's by rank. */
export async function findTools(
  catalogue: SearchableCatalogue,
  { ranker, learning }: { readonly ranker: "hybrid" | SearchVariant; readonly learning?: RequestLearning | undefined },
  variant: SearchVariant,
  { query, limit }: { readonly query: string; readonly limit: number },
): Promise<FoundNames> {
  const index = await catalogue.index;
  if (ranker === "bm25") {
    const answer = await index.search(query, { ranker, limit });
    return { names: answer.hits.map(({ name }) => name), searched: answer.searched, unsearched: 0 };
  }
  const { names: matching, unsearched } = variant === "regex" ? await matchPattern(catalogue, query) : noMatches;
  if (ranker === "regex") return { names: matching.slice(0, limit), searched: index.size - unsearched, unsearched };
  // The words of a pattern are ranked first; tools that the pattern itself matches follow.
  const usage = await learning?.history();
  const ranked = await index.search(rankedText(variant, query), { ranker: "hybrid", limit, usage });
  // The API's result has no place for candidates: the plausible ones become hits, up to the limit.
  const plausible = [...ranked.hits, ...ranked.candidates].map(({ name }) => name);
  const names = new Set([...plausible, ...matching]);
  return { names: [...names].slice(0, limit), searched: ranked.searched, unsearched };
}

/** The words of a query, or those in a pattern. */
export function rankedText(variant: SearchVariant, query: string): string {
  const words = variant === "regex" ? query.replace(/\(\?[a-z]+\)|\\[a-z]|[^\p{L}\p{N}_]+/giu, " ").trim() : query;
  return words === "" ? query : words;
}

async function matchPattern(catalogue: SearchableCatalogue, pattern: string): Promise<PatternMatches> {
  const texts = textsOf(catalogue.tools);
  const known = texts.answers.get(pattern);
  if (known !== undefined) return known;
  const candidates = texts.candidates(pattern);
  const index = await catalogue.index;
  const options = { ranker: "regex", limit: everything } as const;
  const only = candidates === undefined ? {} : { only: (name: string) => candidates.has(name) };
  const { hits, unsearched = 0 } = await index.search(pattern, { ...options, ...only });
  const matches = { names: texts.inOrder(hits.map(({ name }) => name)), unsearched };
  texts.answers.set(pattern, matches);
  return matches;
}
