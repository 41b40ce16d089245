import { answerQuery } from "../answer/answer-query.ts";
import type { SearchAnswer } from "../answer/search-answer.ts";
import type { SearchOptions } from "../answer/search-options.ts";
import { readSnapshot, writeSnapshot } from "../catalogue/snapshot.ts";
import { readTools, ToolStore } from "../catalogue/tool-store.ts";
import type { Embedder } from "../embedding/embedder.ts";
import { createStaticEmbedder } from "../embedding/static-embedder.ts";
import { SemanticIndex } from "../semantic/semantic-index.ts";
import type { Tool } from "../tool/tool.ts";

/** How an index is made. */
export interface ToolIndexOptions {
  /** What gives texts a meaning. Left out: the table that ships with the package, loaded in the background. `null`: words only. */
  readonly embedder?: Embedder | null;
}

/** What a change of the catalogue did. */
export interface CatalogueChange {
  readonly added: number;
  readonly replaced: number;
  readonly unchanged: number;
}

/** How far the vectors of a catalogue are. */
export interface IndexProgress {
  readonly embedded: number;
  readonly total: number;
}

/** A catalogue of tools that can be searched. It changes while it is in use, and one serves many conversations. */
export class ToolIndex {
  readonly #store: ToolStore;

  constructor(options: ToolIndexOptions = {}, store: ToolStore = new ToolStore(semanticIndexFor(options))) {
    this.#store = store;
  }

  /** Reads what `snapshot` wrote: faster than indexing the tools again. Vectors are kept where the embedder is the same. */
  static fromSnapshot(bytes: Uint8Array, options: ToolIndexOptions = {}): ToolIndex {
    return new ToolIndex(options, readSnapshot(bytes, semanticIndexFor(options)));
  }

  /** How many tools there are. */
  get size(): number {
    return this.#store.size;
  }

  /** A hash of all tools, the same in whatever order they were added. */
  get hash(): string {
    return this.#store.hash();
  }

  /** How many of the tools have their vectors; words are searched from the start. */
  get progress(): IndexProgress {
    const { semantic, size } = this.#store;
    return { embedded: semantic?.embedded ?? 0, total: semantic === undefined ? 0 : size };
  }

  /** Why meaning is off, where the embedder failed; words still answer. */
  get embedderFailure(): unknown {
    return this.#store.semantic?.failure;
  }

  has(name: string): boolean {
    return this.#store.directory.slotOf(name) !== undefined;
  }

  /** The names of all tools, in no order. */
  names(): Iterable<string> {
    return this.#store.directory.names();
  }

  /** Adds tools, or replaces those that changed. A tool that is there already, unchanged, costs a hash. */
  add(tools: Iterable<Tool>): CatalogueChange {
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

  /** Takes tools out; says how many were there. From now on no search answers with them. */
  remove(names: Iterable<string>): number {
    let removed = 0;
    for (const name of names) {
      if (this.#store.remove(name)) {
        removed++;
      }
    }
    return removed;
  }

  /** Makes the catalogue hold exactly these tools, touching only what differs. */
  sync(tools: Iterable<Tool>): CatalogueChange & { readonly removed: number } {
    const wanted = [...tools];
    const change = this.add(wanted);
    const keep = new Set(wanted.map(({ name }) => name));
    const removed = this.remove([...this.names()].filter((name) => !keep.has(name)));
    return { ...change, removed };
  }

  /** Resolves when all tools have their vectors. Searching does not need to wait for it: until then words answer. */
  async ready(): Promise<void> {
    await this.#store.semantic?.ready();
  }

  /**
   * Finds tools. A query is `select:A,B`, a name or several, the beginning of names (`mcp__github`), `/pattern/`, or words in any language,
   * some of which may be required (`+slack send`).
   */
  search(query: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    return answerQuery(this.#store, query, options);
  }

  /** The index as bytes, for `fromSnapshot`. */
  snapshot(): Uint8Array {
    return writeSnapshot(this.#store);
  }
}

function semanticIndexFor({ embedder }: ToolIndexOptions): SemanticIndex | undefined {
  return embedder === null ? undefined : new SemanticIndex(embedder ?? createStaticEmbedder());
}
