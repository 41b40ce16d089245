import { compareNames } from "@toolcrib/shared/names";
import type { SearchIndexAnswer } from "../11-search-call/search-index.ts";
import type { CatalogueIndex, IndexedTool } from "../engine/session/catalogue-index.ts";

/** The simplest index that fulfils the contract: selected names, prefixes, and words in names and descriptions. */
export class WordIndex implements CatalogueIndex {
  readonly specificationVersion = "v1";
  #tools: readonly IndexedTool[] = [];
  syncCount = 0;

  sync(tools: readonly IndexedTool[]): void {
    this.#tools = tools.toSorted((left, right) => compareNames(left.name, right.name));
    this.syncCount++;
  }

  search(
    query: string,
    options: { readonly limit: number; readonly only: (name: string) => boolean },
  ): SearchIndexAnswer {
    const tools = this.#tools.filter(({ name }) => options.only(name));
    const selected = /^\s*select:(.*)$/i
      .exec(query)?.[1]
      ?.split(",")
      .map((name) => name.trim());
    if (selected !== undefined) {
      const bySuffix = (wanted: string) => tools.find(({ name }) => name === wanted || name.endsWith(`__${wanted}`));
      const hits = [...new Set(selected)].flatMap((wanted) => bySuffix(wanted) ?? []);
      const notFound = selected.filter((wanted) => bySuffix(wanted) === undefined);
      return { hits, searched: tools.length, matched: hits.length, notFound, nearest: [] };
    }
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const required = words.filter((word) => word.startsWith("+")).map((word) => word.slice(1));
    const matching = tools.filter(({ name, description = "" }) => {
      const text = `${name} ${description}`.toLowerCase();
      return (
        required.every((word) => text.includes(word)) && words.some((word) => text.includes(word.replace("+", "")))
      );
    });
    const nearest = matching.length > 0 ? [] : tools.slice(0, 5).map(({ name }) => name);
    return {
      hits: matching.slice(0, options.limit),
      searched: tools.length,
      matched: matching.length,
      notFound: [],
      nearest,
    };
  }
}
