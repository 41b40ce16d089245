import { maxCandidates, type RankerChoice } from "@toolcrib/search";
import { isToolcribError } from "@toolcrib/shared/errors";
import { compareNames, nearestNames } from "@toolcrib/shared/names";
import type { CataloguePlan } from "../05-deferral-decision/catalogue-plan.ts";
import { isServerSearch } from "../tools/tool.ts";
import type { SearchIndex, SearchIndexAnswer } from "./search-index.ts";

/** The catalogue's answer to a query, or what is wrong with the query. */
export type CatalogueAnswer =
  | (SearchIndexAnswer & { readonly problem?: undefined; readonly isIndexBroken: boolean })
  | { readonly problem: string };

/** What a query is answered from. */
interface SearchedCatalogue {
  readonly plan: CataloguePlan;
  readonly index: SearchIndex;
  readonly searchToolName: string;
  readonly ranker?: RankerChoice | undefined;
}

/** Searches the tools that may be found. If the index fails, falls back to matching names. */
export async function searchCatalogue(
  query: string,
  limit: number,
  { plan, index, searchToolName, ranker }: SearchedCatalogue,
): Promise<CatalogueAnswer> {
  const canBeFound = (name: string) => isFindable(plan, name, searchToolName);
  const isDeferred = (name: string) => plan.deferredNames.has(name) && canBeFound(name);
  const asksForNames = namesTools(query, plan, canBeFound);
  // Names are looked up, not ranked: the regex ranker would take them for a pattern.
  const ranking = asksForNames || ranker === undefined ? {} : { ranker };
  try {
    const answer = await index.search(query, { limit, only: asksForNames ? canBeFound : isDeferred, ...ranking });
    // A tool that is already in the prompt is returned too, so that the model does not search again.
    const again = answer.hits.length === 0 && !asksForNames;
    const widened = again ? await index.search(query, { limit, only: canBeFound, ...ranking }) : answer;
    const best = widened.hits.length > 0 ? widened : answer;
    const hits = findable(best.hits, canBeFound);
    return { ...best, hits, candidates: candidatesBeside(hits, answer, canBeFound), isIndexBroken: false };
  } catch (error) {
    if (isToolcribError(error)) return { problem: error.message };
    return { ...searchNames(query, limit, [...plan.deferredNames].filter(canBeFound)), isIndexBroken: true };
  }
}

/** The candidates of an answer that may be found and are not among the hits. */
function candidatesBeside(
  hits: SearchIndexAnswer["hits"],
  { candidates = [] }: SearchIndexAnswer,
  canBeFound: (name: string) => boolean,
): NonNullable<SearchIndexAnswer["candidates"]> {
  const isHit = new Set(hits.map(({ name }) => name));
  return findable(candidates, canBeFound)
    .filter(({ name }) => !isHit.has(name))
    .slice(0, maxCandidates);
}

/** The tools that may be found, without the names of others in their labels. */
function findable<Tool extends SearchIndexAnswer["hits"][number]>(
  tools: readonly Tool[],
  canBeFound: (name: string) => boolean,
): Tool[] {
  return tools
    .filter(({ name }) => canBeFound(name))
    .map((tool) => (tool.sameAs === undefined ? tool : { ...tool, sameAs: tool.sameAs.filter(canBeFound) }));
}

/** Whether a query asks for tools by name: selected ones, a full name, or the beginning of names of which none is deferred. */
function namesTools(query: string, plan: CataloguePlan, canBeFound: (name: string) => boolean): boolean {
  const text = query.trim();
  if (/^select\s*:/i.test(text) || plan.byName.has(text)) return true;
  if (!/^mcp__\S*$/i.test(text)) return false;
  const isNamed = (name: string) => name.toLowerCase().startsWith(text.toLowerCase()) && canBeFound(name);
  return ![...plan.deferredNames].some(isNamed) && [...plan.byName.keys()].some(isNamed);
}

/** Never the search itself, nor a tool that exists only for a moment: its reference would outlive it. */
function isFindable(plan: CataloguePlan, name: string, searchToolName: string): boolean {
  const tool = plan.byName.get(name);
  return tool !== undefined && name !== searchToolName && tool.transient !== true && !isServerSearch(tool);
}

/** A query without an index is compared with every name, part by part. */
const maxParts = 100;

/** The fallback without an index: requested names, then names that contain a word of the query. */
function searchNames(query: string, limit: number, names: readonly string[]): SearchIndexAnswer {
  const selected =
    /^\s*select:(.*)$/is
      .exec(query)?.[1]
      ?.split(",", maxParts)
      .map((name) => name.trim()) ?? [];
  const words = query
    .toLowerCase()
    .split(/[\s+]+/, maxParts)
    .filter((word) => word.length > 2);
  const matching = names.filter((name) =>
    selected.length > 0 ? selected.includes(name) : words.some((word) => name.toLowerCase().includes(word)),
  );
  const hits = matching
    .sort(compareNames)
    .slice(0, selected.length > 0 ? undefined : limit)
    .map((name) => ({ name }));
  return {
    hits,
    searched: names.length,
    matched: matching.length,
    notFound: selected.filter((name) => !names.includes(name)),
    nearest: hits.length > 0 ? [] : nearestNames(query, names),
  };
}
