import { oncePer } from "@toolcrib/shared/caches";
import type { SearchableCatalogue } from "../../catalogue/catalogue-indexes.ts";
import type { RequestLearning } from "../../contracts/request-learning.ts";
import { PatternTexts } from "./pattern-texts.ts";
import type { SearchVariant } from "./search-function.ts";

const everything = 10_000;
const textsOf = oncePer((tools: SearchableCatalogue["tools"]) => new PatternTexts(tools));

/** The names that a search finds, as the API orders them: a pattern's in the order of `tools`, a query's by rank. */
export async function findTools(
  catalogue: SearchableCatalogue,
  { ranker, learning }: { readonly ranker: "hybrid" | SearchVariant; readonly learning?: RequestLearning | undefined },
  variant: SearchVariant,
  { query, limit }: { readonly query: string; readonly limit: number },
): Promise<{ readonly names: readonly string[]; readonly searched: number }> {
  const index = await catalogue.index;
  if (ranker === "bm25") {
    const answer = await index.search(query, { ranker, limit });
    return { names: answer.hits.map(({ name }) => name), searched: answer.searched };
  }
  const matching = variant === "regex" ? await matchingNames(catalogue, query) : [];
  if (ranker === "regex") return { names: matching.slice(0, limit), searched: index.size };
  // The words of a pattern are ranked first; tools that the pattern itself matches follow.
  const usage = await learning?.history();
  const ranked = await index.search(rankedText(variant, query), { ranker: "hybrid", limit, usage });
  // The API's result has no place for candidates: the plausible ones become hits, up to the limit.
  const plausible = [...ranked.hits, ...ranked.candidates].map(({ name }) => name);
  const names = new Set([...plausible, ...matching]);
  return { names: [...names].slice(0, limit), searched: ranked.searched };
}

/** The words of a query, or those in a pattern. */
export function rankedText(variant: SearchVariant, query: string): string {
  const words = variant === "regex" ? query.replace(/\(\?[a-z]+\)|\\[a-z]|[^\p{L}\p{N}_]+/giu, " ").trim() : query;
  return words === "" ? query : words;
}

async function matchingNames(catalogue: SearchableCatalogue, pattern: string): Promise<readonly string[]> {
  const texts = textsOf(catalogue.tools);
  const known = texts.answers.get(pattern);
  if (known !== undefined) return known;
  const candidates = texts.candidates(pattern);
  const index = await catalogue.index;
  const options = { ranker: "regex", limit: everything } as const;
  const only = candidates === undefined ? {} : { only: (name: string) => candidates.has(name) };
  const { hits } = await index.search(pattern, { ...options, ...only });
  const names = texts.inOrder(hits.map(({ name }) => name));
  texts.answers.set(pattern, names);
  return names;
}
