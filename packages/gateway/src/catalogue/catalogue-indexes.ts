import { setImmediate as nextTick } from "node:timers/promises";
import type { Tool } from "@toolcrib/core";
import {
  type Embedder,
  type LanguageReader,
  type SearchableTool,
  ToolIndex,
  type ToolIndexOptions,
} from "@toolcrib/search";
import { Lru } from "../caches/lru.ts";
import { sha256 } from "../hash/sha256.ts";
import { searchTextOf } from "../inner-form/search-text.ts";
import { isPlaceholder, isSearchEntry } from "./request-catalogue.ts";
import type { CatalogueSearch, StoredIndexes } from "./stored-indexes.ts";

/** A catalogue that can be searched. */
export interface SearchableCatalogue {
  /** In the order of the request's `tools`. */
  readonly tools: readonly SearchableTool[];
  /** Resolves when lexical search is ready; semantic search follows later, and lexical results are used until then. */
  readonly index: Promise<CatalogueSearch>;
}

const maxIndexes = 16;
/** How many tools are indexed at a time; other requests run in between. */
const batchSize = 100;

/** What the indexes are built with. */
export interface IndexParts {
  /** With `null`, search is lexical only. */
  readonly embedder?: Embedder | null | undefined;
  readonly languages?: LanguageReader | undefined;
}

/**
 * Indexes of the catalogues in requests: one per content, shared by all requests with it, built during the model call.
 * The same array is recognised by identity.
 */
export class CatalogueIndexes {
  readonly #byTools = {
    words: new WeakMap<readonly Tool[], SearchableCatalogue>(),
    meaning: new WeakMap<readonly Tool[], SearchableCatalogue>(),
  };
  readonly #byHash = new Lru<string, Promise<CatalogueSearch>>(maxIndexes);
  readonly #parts: IndexParts;
  readonly #stored: StoredIndexes | undefined;

  constructor(parts: IndexParts = {}, stored?: StoredIndexes) {
    this.#parts = parts;
    this.#stored = stored;
  }

  /** The catalogue of the findable tools among these. Embeddings cost time, so they are opt-in. */
  of(tools: readonly Tool[], by: "words" | "meaning"): SearchableCatalogue {
    const known = this.#byTools[by];
    let catalogue = known.get(tools);
    if (catalogue === undefined) {
      const searchable = tools.filter(isFindable);
      const index = this.#indexOf(searchable.map(toIndexed), by);
      catalogue = { tools: searchable, index };
      known.set(tools, catalogue);
      // A failed index is not cached: the next request tries again.
      index.catch(() => known.delete(tools));
    }
    return catalogue;
  }

  async #indexOf(tools: readonly SearchableTool[], by: "words" | "meaning"): Promise<CatalogueSearch> {
    const hash = await hashOf(tools);
    const key = `${by} ${hash}`;
    let index = this.#byHash.get(key);
    if (index === undefined) {
      const indexHere = (): Promise<ToolIndex> =>
        build(tools, by === "words" ? { ...this.#parts, embedder: null } : this.#parts);
      index = this.#stored === undefined ? indexHere() : this.#stored.open({ key: hash, tools, indexHere });
      this.#byHash.set(key, index);
      index.catch(() => this.#byHash.delete(key));
    }
    return index;
  }
}

/** The parts as options of an index; the index's own defaults for those that are missing. */
export function indexOptions({ embedder, languages }: IndexParts): ToolIndexOptions {
  return { ...(embedder === undefined ? {} : { embedder }), ...(languages === undefined ? {} : { languages }) };
}

async function build(tools: readonly SearchableTool[], parts: IndexParts): Promise<ToolIndex> {
  const index = new ToolIndex(indexOptions(parts));
  for await (const batch of batchesOf(tools)) index.add(batch);
  return index;
}

/** A hash of the tools, independent of their order. */
async function hashOf(tools: readonly SearchableTool[]): Promise<string> {
  const hashes: string[] = [];
  for await (const batch of batchesOf(tools)) {
    for (const tool of batch) hashes.push(sha256(JSON.stringify(tool)));
  }
  return sha256(hashes.sort().join());
}

/** Yields the tools in batches, so that other requests run in between. */
async function* batchesOf(tools: readonly SearchableTool[]): AsyncGenerator<readonly SearchableTool[]> {
  for (let start = 0; start < tools.length; start += batchSize) {
    if (start > 0) await nextTick();
    yield tools.slice(start, start + batchSize);
  }
}

function toIndexed(tool: SearchableTool): SearchableTool {
  const text = searchTextOf(tool);
  return text === undefined ? tool : { ...tool, description: text.description, searchHint: text.hint };
}

/** Every tool can be found, except the search itself and placeholders. */
function isFindable(tool: Tool): tool is Tool & SearchableTool {
  return typeof tool.name === "string" && !isSearchEntry(tool) && !isPlaceholder(tool) && tool.transient !== true;
}
