import { createHash } from "node:crypto";
import { setImmediate as nextTick } from "node:timers/promises";
import type { Tool } from "@toolcrib/core";
import { type Embedder, type Tool as SearchableTool, ToolIndex } from "@toolcrib/search";
import { Lru } from "../caches/lru.ts";
import { isPlaceholder, isSearchEntry } from "./request-catalogue.ts";

/** A catalogue that can be searched. */
export interface SearchableCatalogue {
  /** In the order of the request's `tools`. */
  readonly tools: readonly SearchableTool[];
  /** Resolves when words can be searched; meanings come later, and until then words answer. */
  readonly index: Promise<ToolIndex>;
}

const maxIndexes = 16;
/** So many tools are indexed at a time; other requests run in between. */
const batchSize = 100;

/**
 * Indexes of the catalogues that requests carry: one for each content, whatever number of requests carry it, built while the
 * model is being called. The same array is known without a look at it.
 */
export class CatalogueIndexes {
  readonly #byTools = {
    words: new WeakMap<readonly Tool[], SearchableCatalogue>(),
    meaning: new WeakMap<readonly Tool[], SearchableCatalogue>(),
  };
  readonly #byHash = new Lru<string, Promise<ToolIndex>>(maxIndexes);
  readonly #embedder: Embedder | null | undefined;

  /** `null` as the embedder: words only. */
  constructor(embedder?: Embedder | null) {
    this.#embedder = embedder;
  }

  /** The catalogue of these tools: those that can be found, which a caller has chosen. Meanings cost time, so they are asked for. */
  of(tools: readonly Tool[], by: "words" | "meaning"): SearchableCatalogue {
    const known = this.#byTools[by];
    let catalogue = known.get(tools);
    if (catalogue === undefined) {
      const searchable = tools.filter(isFindable);
      const index = this.#indexOf(searchable, by);
      catalogue = { tools: searchable, index };
      known.set(tools, catalogue);
      // An index that could not be built is not kept: the next request may have more luck.
      index.catch(() => known.delete(tools));
    }
    return catalogue;
  }

  async #indexOf(tools: readonly SearchableTool[], by: "words" | "meaning"): Promise<ToolIndex> {
    const key = `${by} ${await hashOf(tools)}`;
    let index = this.#byHash.get(key);
    if (index === undefined) {
      index = build(tools, by === "words" ? null : this.#embedder);
      this.#byHash.set(key, index);
      index.catch(() => this.#byHash.delete(key));
    }
    return index;
  }
}

async function build(tools: readonly SearchableTool[], embedder: Embedder | null | undefined): Promise<ToolIndex> {
  const index = new ToolIndex(embedder === undefined ? {} : { embedder });
  for await (const batch of batchesOf(tools)) index.add(batch);
  return index;
}

/** A hash of tools, whatever their order. */
async function hashOf(tools: readonly SearchableTool[]): Promise<string> {
  const hashes: string[] = [];
  for await (const batch of batchesOf(tools)) {
    for (const tool of batch) hashes.push(createHash("sha256").update(JSON.stringify(tool)).digest("base64"));
  }
  return createHash("sha256").update(hashes.sort().join()).digest("hex");
}

/** Tools a few at a time, with room for other requests in between. */
async function* batchesOf(tools: readonly SearchableTool[]): AsyncGenerator<readonly SearchableTool[]> {
  for (let start = 0; start < tools.length; start += batchSize) {
    if (start > 0) await nextTick();
    yield tools.slice(start, start + batchSize);
  }
}

/** Whatever a tool is, it can be found: only the search itself and what stands for others cannot. */
function isFindable(tool: Tool): tool is Tool & SearchableTool {
  return typeof tool.name === "string" && !isSearchEntry(tool) && !isPlaceholder(tool) && tool.transient !== true;
}
