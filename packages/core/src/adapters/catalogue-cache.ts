import type { Tool } from "../tools/tool.ts";
import { AdapterCatalogue } from "./adapter-catalogue.ts";
import type { AdapterOptions } from "./adapter-options.ts";

/** How many lists of tools are kept: users of one process may have tools of their own. */
const maxCatalogues = 16;

/** Catalogues for frameworks that list their tools with every request: a list is indexed again only if it changed. */
export class CatalogueCache {
  readonly #options: AdapterOptions;
  readonly #catalogues = new Map<string, AdapterCatalogue>();

  /** Throws for bad options, before there are any tools. */
  constructor(options: AdapterOptions) {
    this.#options = options;
    new AdapterCatalogue([], options);
  }

  /** The catalogue of these tools, in whatever order they are listed. */
  get(tools: readonly (Tool & { readonly name: string })[]): AdapterCatalogue {
    const sorted = [...tools].sort((left, right) => (left.name < right.name ? -1 : 1));
    const key = JSON.stringify(sorted);
    const catalogue = this.#catalogues.get(key) ?? new AdapterCatalogue(sorted, this.#options);
    this.#catalogues.delete(key);
    this.#catalogues.set(key, catalogue);
    const [oldest] = this.#catalogues.keys();
    if (this.#catalogues.size > maxCatalogues && oldest !== undefined) this.#catalogues.delete(oldest);
    return catalogue;
  }
}
