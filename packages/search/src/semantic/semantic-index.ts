import { nextTurn } from "@toolcrib/shared/timers";
import type { Embedder, Vectors } from "../embedding/embedder.ts";
import type { ForeignTexts } from "../languages/foreign-texts.ts";
import type { ToolDocument } from "../tool/document.ts";
import { checkedVectors } from "./check-vectors.ts";
import { type EmbeddedText, embedTexts } from "./embed-texts.ts";
import { SemanticMatrices } from "./semantic-matrices.ts";
import { readToolTexts, toolTexts } from "./tool-texts.ts";

const batch = 128;
/** Up to this many tools are embedded immediately, which takes less than a millisecond. */
const addedInPassing = 8;
/** Vectors are computed after this many macrotasks even if tools keep arriving. */
const maxWaits = 10_000;

/** The vectors as stored in a snapshot. */
export interface SemanticArrays {
  readonly embedder: string;
  readonly dimensions: number;
  readonly slots: Uint32Array;
  /** The views of each slot, one after the other: three, or one. */
  readonly rows: Int8Array;
}

/**
 * The semantic index of a catalogue. Vectors are computed in the background, in batches, so that adding tools returns
 * immediately and searches continue meanwhile. If the embedder fails, semantic search is switched off and the error is
 * kept; lexical search still works.
 */
export class SemanticIndex {
  readonly embedder: Embedder;
  /** The index of the embedder's fallback, which has the same tools. */
  readonly fallback: SemanticIndex | undefined;
  /** Identifies the vectors: those of an embedder that gets texts in other languages as English words are others. */
  readonly id: string;
  /** Reads texts in other languages, if there is a reader and the embedder takes what it reads. */
  readonly #languages: ForeignTexts | undefined;
  /** How many texts of a tool are embedded. */
  readonly views: 1 | 3;
  readonly #pending = new Map<number, ToolDocument>();
  /**
   * The slots of `#pending` in order of arrival, and more: a map would be walked from its emptied start for each batch.
   */
  #queue: number[] = [];
  readonly #embedded = new Set<number>();
  #matrices: SemanticMatrices | undefined;
  #queries: ReadonlyMap<string, Float32Array> | undefined;
  #building: Promise<void> | undefined;
  #failure: unknown;

  constructor(embedder: Embedder, languages?: ForeignTexts) {
    this.embedder = embedder;
    this.#languages = embedder.embedWords === undefined ? undefined : languages;
    this.id = this.#languages === undefined ? embedder.id : `${embedder.id}+${this.#languages.id}`;
    this.views = embedder.toolViews === "one" ? 1 : 3;
    this.fallback = embedder.fallback === undefined ? undefined : new SemanticIndex(embedder.fallback, languages);
  }

  /** Whether the embedder takes texts in other languages as English words. */
  get readsLanguages(): boolean {
    return this.#languages !== undefined;
  }

  /** The embedder's error, if it failed. */
  get failure(): unknown {
    return this.#failure;
  }

  /**
   * Whether every tool has its vectors. With only some, ranking is worse than lexical: the other tools can only lose.
   */
  get isUsable(): boolean {
    return this.#matrices !== undefined && this.#pending.size === 0 && this.#failure === undefined;
  }

  get isBuilding(): boolean {
    return this.#pending.size > 0 && this.#failure === undefined;
  }

  /** The index to answer a query from: this one, or its fallback. */
  indexFor(query: string, isForeign: boolean): SemanticIndex {
    const canRead = (isForeign && this.readsLanguages) || this.#asks(() => this.embedder.canRead?.(query) ?? true);
    return this.fallback === undefined || (this.isUsable && canRead) ? this : this.fallback;
  }

  /**
   * Whether the embedder or its fallback knows a word: to one with a small vocabulary, a common word may be several pieces.
   * An embedder that does not say knows all; one that fails is switched off.
   */
  knowsWord(word: string): boolean {
    return this.#asks(() => this.embedder.knowsWord?.(word) ?? true) || this.fallback?.knowsWord(word) === true;
  }

  get embedded(): number {
    return this.#embedded.size;
  }

  get pending(): number {
    return this.#pending.size;
  }

  get matrices(): SemanticMatrices | undefined {
    return this.#matrices;
  }

  has(slot: number): boolean {
    return this.#embedded.has(slot);
  }

  add(slot: number, document: ToolDocument): void {
    this.fallback?.add(slot, document);
    this.#pending.set(slot, document);
    this.#queue.push(slot);
    this.#building ??= this.#build();
  }

  remove(slot: number): void {
    this.fallback?.remove(slot);
    this.#pending.delete(slot);
    if (this.#embedded.delete(slot)) {
      this.#matrices?.clear(slot);
    }
  }

  /** Resolves when every tool has its vectors, or the embedder has failed. */
  async ready(): Promise<void> {
    await this.fallback?.ready();
    while (this.#building !== undefined) {
      await this.#building;
    }
  }

  /**
   * Embeds queries; undefined while tools lack vectors, and if the embedder fails: then semantic search stays off.
   * While vectors are being computed, a search waits for one batch: a caller that awaits search after search would
   * otherwise never let the next batch run.
   */
  async embedQueries(texts: readonly string[]): Promise<Vectors | undefined> {
    if (this.isBuilding) {
      await nextTurn();
    }
    if (!this.isUsable) {
      return undefined;
    }
    const vectors = await this.vectorsOf(texts);
    // Tools may have been added while the embedder ran.
    return this.isUsable ? vectors : undefined;
  }

  /** The vectors of queries, whether or not tools have theirs; undefined if the embedder fails. */
  async vectorsOf(texts: readonly string[]): Promise<Vectors | undefined> {
    const known = texts.map((text) => this.#queries?.get(text));
    if (known.every((vector) => vector !== undefined)) {
      return known;
    }
    try {
      const read = this.#languages === undefined ? texts : await this.#readAll(texts, this.#languages);
      const vectors = await embedTexts(this.embedder, read, "query");
      return checkedVectors(vectors, texts.length, this.#matrices?.dimensions);
    } catch (error) {
      this.#failure ??= error;
      return undefined;
    }
  }

  /**
   * Uses tools' vectors that were computed before, in matrices that the caller lends, and vectors of queries that need
   * not be computed again.
   */
  lend(matrices: SemanticMatrices, slots: Uint32Array, queries: ReadonlyMap<string, Float32Array>): void {
    this.#matrices = matrices;
    this.#queries = queries;
    for (const slot of slots) {
      this.#embedded.add(slot);
    }
  }

  async #readAll(texts: readonly string[], languages: ForeignTexts): Promise<readonly EmbeddedText[]> {
    const read: EmbeddedText[] = [];
    for (const text of texts) {
      const reading = await languages.read(text);
      read.push(reading?.flat() ?? text);
    }
    return read;
  }

  /** Everything for a snapshot; undefined before the first vector. */
  toArrays(): SemanticArrays | undefined {
    if (this.#matrices === undefined) {
      return undefined;
    }
    const slots = Uint32Array.from(this.#embedded);
    return { embedder: this.id, dimensions: this.#matrices.dimensions, slots, rows: this.#matrices.rowsOf(slots) };
  }

  /** Restores the arrays from `toArrays`. */
  restore(slots: Uint32Array, rows: Int8Array, dimensions: number): void {
    if (rows.length !== slots.length * this.views * dimensions || slots.length === 0) {
      return;
    }
    this.#matricesOf(dimensions).restore(slots, rows);
    for (const slot of slots) {
      this.#embedded.add(slot);
    }
  }

  /** Asks the embedder, which is external code: if it fails, semantic search is switched off. */
  #asks(question: () => boolean): boolean {
    try {
      return question() === true;
    } catch (error) {
      this.#failure ??= error;
      return false;
    }
  }

  async #build(): Promise<void> {
    try {
      // Additions in the same tick share one queue.
      await Promise.resolve();
      while (this.#queue.length > 0) {
        if (this.#queue.length > addedInPassing) {
          await this.#additionsEnd();
        }
        const queue = this.#queue;
        this.#queue = [];
        for (let start = 0; start < queue.length; start += batch) {
          if (start > 0) {
            await nextTurn();
          }
          await this.#embedBatch(this.#pendingOf(queue.slice(start, start + batch)));
        }
      }
    } catch (error) {
      this.#failure = error;
    } finally {
      this.#building = undefined;
    }
  }

  /** Lexical indexing comes first: while tools are being added in small batches, their vectors wait. */
  async #additionsEnd(): Promise<void> {
    let before = -1;
    for (let waits = 0; waits < maxWaits && this.#queue.length !== before; waits++) {
      before = this.#queue.length;
      await nextTurn();
    }
  }

  #pendingOf(slots: readonly number[]): (readonly [number, ToolDocument])[] {
    const entries: (readonly [number, ToolDocument])[] = [];
    for (const slot of new Set(slots)) {
      const document = this.#pending.get(slot);
      if (document !== undefined) {
        entries.push([slot, document]);
      }
    }
    return entries;
  }

  async #embedBatch(entries: readonly (readonly [number, ToolDocument])[]): Promise<void> {
    const texts: EmbeddedText[] = [];
    for (const [, document] of entries) {
      const { name, opening, whole } =
        this.#languages === undefined ? toolTexts(document) : await readToolTexts(document, this.#languages);
      texts.push(...(this.views === 1 ? [whole] : [name, opening, whole]));
    }
    const vectors = checkedVectors(
      await embedTexts(this.embedder, texts, "tool"),
      texts.length,
      this.#matrices?.dimensions,
    );
    for (const [index, [slot, document]] of entries.entries()) {
      // The tool may have been removed or changed while its vectors were computed.
      if (this.#pending.get(slot) !== document) {
        continue;
      }
      this.#store(slot, vectors.slice(index * this.views, (index + 1) * this.views));
      this.#pending.delete(slot);
    }
  }

  #store(slot: number, vectors: Vectors): void {
    this.#matricesOf((vectors[0] as Float32Array).length).set(slot, vectors);
    this.#embedded.add(slot);
  }

  #matricesOf(dimensions: number): SemanticMatrices {
    this.#matrices ??= new SemanticMatrices(dimensions, this.views);
    return this.#matrices;
  }
}
