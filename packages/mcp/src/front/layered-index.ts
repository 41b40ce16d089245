import type { SearchAnswer, SearchableTool, SearchOptions, ToolIndex } from "@toolcrib/search";
import type { FrontIndex } from "./front-options.ts";

const maxCandidates = 8;
const maxNearest = 3;

/**
 * The index that all callers share, and one with the tools of a user. What one user may see is never in an index that another user
 * searches.
 */
export class LayeredIndex implements FrontIndex {
  readonly #shared: Pick<FrontIndex, "search">;
  readonly #own: ToolIndex;
  readonly #isOwn: (server: string) => boolean;

  constructor(shared: Pick<FrontIndex, "search">, own: ToolIndex, isOwn: (server: string) => boolean) {
    this.#shared = shared;
    this.#own = own;
    this.#isOwn = isOwn;
  }

  add(tools: Iterable<SearchableTool>): void {
    this.#own.add([...tools].filter(({ server }) => server != null && this.#isOwn(server)));
  }

  remove(names: Iterable<string>): void {
    this.#own.remove(names);
  }

  async search(query: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    const [shared, own] = await Promise.all([this.#shared.search(query, options), this.#own.search(query, options)]);
    return own.searched === 0 ? shared : merged(shared, own, options.limit);
  }
}

/** Both answers as one. Scores of two indexes cannot be compared, so that the best of each come first. */
function merged(shared: SearchAnswer, own: SearchAnswer, limit = 5): SearchAnswer {
  const all = inTurn(shared.hits, own.hits);
  const hits = shared.kind === "select" ? all : all.slice(0, limit);
  const missing = new Set(own.notFound);
  const unsearched = (shared.unsearched ?? 0) + (own.unsearched ?? 0);
  return {
    ...shared,
    hits,
    candidates: inTurn(shared.candidates, own.candidates).slice(0, maxCandidates),
    searched: shared.searched + own.searched,
    ...(unsearched > 0 && { unsearched }),
    matched: shared.matched + own.matched,
    cut: shared.cut + own.cut + all.length - hits.length,
    notFound: shared.notFound.filter((name) => missing.has(name)),
    nearest: inTurn(shared.nearest, own.nearest).slice(0, maxNearest),
    summary: `${shared.summary} ${own.summary}`,
  };
}

function inTurn<Item>(first: readonly Item[], second: readonly Item[]): readonly Item[] {
  const length = Math.max(first.length, second.length);
  return Array.from({ length }, (_, place) => [
    ...first.slice(place, place + 1),
    ...second.slice(place, place + 1),
  ]).flat();
}
