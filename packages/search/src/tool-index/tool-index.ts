import { nextTurn } from "@toolcrib/shared/timers";
import { answerQuery } from "../answer/answer-query.ts";
import type { SearchAnswer } from "../answer/search-answer.ts";
import type { SearchOptions } from "../answer/search-options.ts";
import { readSnapshot, writeSnapshot } from "../catalogue/snapshot.ts";
import { readTools, type StoreParts, ToolStore } from "../catalogue/tool-store.ts";
import type { Embedder } from "../embedding/embedder.ts";
import { createStaticEmbedder } from "../embedding/static-embedder.ts";
import { ForeignTexts } from "../languages/foreign-texts.ts";
import type { LanguageReader } from "../languages/language-reader.ts";
import { SemanticIndex } from "../semantic/semantic-index.ts";
import type { SearchableTool } from "../tool/searchable-tool.ts";
import type { UsageHistory } from "../usage/usage-history.ts";

/** Options of an index. */
export interface ToolIndexOptions {
  /** The embedder for semantic search. Default: the included table, loaded in the background. `null`: lexical only. */
  readonly embedder?: Embedder | null;
  /**
   * Reads queries and descriptions in other languages than English, such as `createLanguages()` of
   * `@toolcrib/languages`. Default: none; a small glossary translates the commonest words of queries.
   */
  readonly languages?: LanguageReader;
  /** Learns from calls and ranks by what it learned, for searches that do not bring their own. Default: none. */
  readonly usage?: UsageHistory;
}

/** What a change of the catalogue did. */
export interface CatalogueChange {
  readonly added: number;
  readonly replaced: number;
  readonly unchanged: number;
}

/** The progress of computing vectors. */
export interface IndexProgress {
  readonly embedded: number;
  readonly total: number;
}

/** A searchable catalogue of tools. It can change while in use, and serves many conversations. */
export class ToolIndex {
  readonly specificationVersion = "v1";
  readonly #store: ToolStore;
  readonly #usage: UsageHistory | undefined;

  constructor(options: ToolIndexOptions = {}, store: ToolStore = new ToolStore(partsFor(options))) {
    this.#store = store;
    this.#usage = options.usage;
  }

  /** Restores a `snapshot`: faster than indexing the tools again. Vectors are kept if the embedder is the same. */
  static fromSnapshot(bytes: Uint8Array, options: ToolIndexOptions = {}): ToolIndex {
    return new ToolIndex(options, readSnapshot(bytes, partsFor(options)));
  }

  /** The number of tools. */
  get size(): number {
    return this.#store.size;
  }

  /** A hash of all tools, independent of the order in which they were added. */
  get hash(): string {
    return this.#store.hash();
  }

  /** How many tools have vectors; lexical search works from the start. */
  get progress(): IndexProgress {
    const { semantic, size } = this.#store;
    return { embedded: semantic?.embedded ?? 0, total: semantic === undefined ? 0 : size };
  }

  /** The embedder's error, if it failed; lexical search still works. */
  get embedderFailure(): unknown {
    return this.#store.semantic?.failure;
  }

  /** The language reader's error, if it failed; texts are then taken for English. */
  get languagesFailure(): unknown {
    return this.#store.languages?.failure;
  }

  has(name: string): boolean {
    return this.#store.directory.slotOf(name) !== undefined;
  }

  /** The names of all tools, unordered. */
  names(): Iterable<string> {
    return this.#store.directory.names();
  }

  /** Adds tools, or replaces changed ones. An unchanged tool costs one hash. */
  add(tools: Iterable<SearchableTool>): CatalogueChange {
    let added = 0;
    let replaced = 0;
    let unchanged = 0;
    for (const [name, tool] of readTools(tools)) {
      const before = this.#store.hashOf(name);
      if (before === tool.hash) {
        unchanged++;
        continue;
      }
      this.#store.put(tool);
      if (before === undefined) {
        added++;
      } else {
        replaced++;
      }
    }
    return { added, replaced, unchanged };
  }

  /** Removes tools; returns how many existed. No later search returns them. */
  remove(names: Iterable<string>): number {
    let removed = 0;
    for (const name of names) {
      if (this.#store.remove(name)) {
        removed++;
      }
    }
    return removed;
  }

  /** Makes the catalogue contain exactly these tools, changing only what differs. */
  sync(tools: Iterable<SearchableTool>): CatalogueChange & { readonly removed: number } {
    const wanted = [...tools];
    const change = this.add(wanted);
    const keep = new Set(wanted.map(({ name }) => name));
    const removed = this.remove([...this.names()].filter((name) => !keep.has(name)));
    return { ...change, removed };
  }

  /** Resolves when all tools have vectors. Searches need not wait for it: until then they are lexical. */
  async ready(): Promise<void> {
    await this.#store.semantic?.ready();
  }

  /**
   * Finds tools. A query is `select:A,B`, one or several names, a prefix of names (`mcp__github`), `/pattern/`, or
   * words in any language, some of which may be required (`+slack send`).
   */
  async search(query: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    // Many callers may search at once. It also lets a slow embedder go on while a caller awaits search after search.
    await nextTurn();
    return answerQuery(this.#store, query, options, options.usage ?? this.#usage);
  }

  /** Serialises the index, for `fromSnapshot`. */
  snapshot(): Uint8Array {
    return writeSnapshot(this.#store);
  }
}

function partsFor({ embedder, languages: reader }: ToolIndexOptions): StoreParts {
  const languages = reader === undefined ? undefined : new ForeignTexts(reader);
  const semantic = embedder === null ? undefined : new SemanticIndex(embedder ?? createStaticEmbedder(), languages);
  return { semantic, languages };
}
