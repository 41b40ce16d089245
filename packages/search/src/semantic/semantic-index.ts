import { describeValue } from "@toolcrib/shared/errors";
import type { Embedder, Vectors } from "../embedding/embedder.ts";
import { ToolcribError } from "../errors/toolcrib-error.ts";
import type { ToolDocument } from "../tool/document.ts";
import { CodeMatrix } from "../vectors/code-matrix.ts";
import { VectorMatrix } from "../vectors/vector-matrix.ts";
import { toolTexts } from "./tool-texts.ts";

const batch = 128;
const views = 3;
/** Up to this many tools are embedded immediately, which takes less than a millisecond. */
const addedInPassing = 8;
/** Vectors are computed after this many macrotasks even if tools keep arriving. */
const maxWaits = 10_000;

/** The three views of every tool as vectors. */
export interface SemanticMatrices {
  readonly name: VectorMatrix;
  readonly opening: VectorMatrix;
  readonly whole: VectorMatrix;
  /** The signs of the whole view, for catalogues too large to compare every tool exactly. */
  readonly codes: CodeMatrix;
}

/** The vectors as stored in a snapshot. */
export interface SemanticArrays {
  readonly embedder: string;
  readonly dimensions: number;
  readonly slots: Uint32Array;
  /** The three views of each slot, one after the other. */
  readonly rows: Int8Array;
}

/**
 * The semantic index of a catalogue. Vectors are computed in the background, in batches, so that adding tools returns
 * immediately and searches continue meanwhile. If the embedder fails, semantic search is switched off and the error is
 * kept; lexical search still works.
 */
export class SemanticIndex {
  readonly embedder: Embedder;
  readonly #pending = new Map<number, ToolDocument>();
  /**
   * The slots of `#pending` in order of arrival, and more: a map would be walked from its emptied start for each batch.
   */
  #queue: number[] = [];
  readonly #embedded = new Set<number>();
  #matrices: SemanticMatrices | undefined;
  #building: Promise<void> | undefined;
  #failure: unknown;

  constructor(embedder: Embedder) {
    this.embedder = embedder;
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
    this.#pending.set(slot, document);
    this.#queue.push(slot);
    this.#building ??= this.#build();
  }

  remove(slot: number): void {
    this.#pending.delete(slot);
    if (this.#embedded.delete(slot)) {
      this.#matrices?.name.clear(slot);
      this.#matrices?.opening.clear(slot);
      this.#matrices?.whole.clear(slot);
      this.#matrices?.codes.set(slot, this.#matrices.whole.rowAt(slot));
    }
  }

  /** Resolves when every tool has its vectors, or the embedder has failed. */
  async ready(): Promise<void> {
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
      await nextMacrotask();
    }
    if (!this.isUsable) {
      return undefined;
    }
    try {
      const vectors = await this.embedder.embed(texts, "query");
      const known = checked(vectors, texts.length, this.#matrices?.whole.dimensions);
      // Tools may have been added while the embedder ran.
      return this.isUsable ? known : undefined;
    } catch (error) {
      this.#failure ??= error;
      return undefined;
    }
  }

  /** Everything for a snapshot; undefined before the first vector. */
  toArrays(): SemanticArrays | undefined {
    if (this.#matrices === undefined) {
      return undefined;
    }
    const { name, opening, whole } = this.#matrices;
    const { dimensions } = whole;
    const slots = Uint32Array.from(this.#embedded);
    const rows = new Int8Array(slots.length * views * dimensions);
    for (const [index, slot] of slots.entries()) {
      for (const [view, matrix] of [name, opening, whole].entries()) {
        rows.set(matrix.rowAt(slot), (index * views + view) * dimensions);
      }
    }
    return { embedder: this.embedder.id, dimensions, slots, rows };
  }

  /** Restores the arrays from `toArrays`. */
  restore(slots: Uint32Array, rows: Int8Array, dimensions: number): void {
    if (rows.length !== slots.length * views * dimensions || slots.length === 0) {
      return;
    }
    const matrices = this.#matricesOf(dimensions);
    for (const [index, slot] of slots.entries()) {
      for (const [view, matrix] of [matrices.name, matrices.opening, matrices.whole].entries()) {
        const start = (index * views + view) * dimensions;
        matrix.rowAt(slot).set(rows.subarray(start, start + dimensions));
      }
      matrices.codes.set(slot, matrices.whole.rowAt(slot));
      this.#embedded.add(slot);
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
            await nextMacrotask();
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
      await nextMacrotask();
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
    const texts: string[] = [];
    for (const [, document] of entries) {
      const { name, opening, whole } = toolTexts(document);
      texts.push(name, opening, whole);
    }
    const vectors = checked(await this.embedder.embed(texts, "tool"), texts.length, this.#matrices?.whole.dimensions);
    for (const [index, [slot, document]] of entries.entries()) {
      // The tool may have been removed or changed while its vectors were computed.
      if (this.#pending.get(slot) !== document) {
        continue;
      }
      this.#store(slot, vectors, index * views);
      this.#pending.delete(slot);
    }
  }

  /** Stores the consecutive views of a tool. */
  #store(slot: number, vectors: Vectors, first: number): void {
    const name = vectors[first] as Float32Array;
    const matrices = this.#matricesOf(name.length);
    matrices.name.set(slot, name);
    matrices.opening.set(slot, vectors[first + 1] as Float32Array);
    matrices.whole.set(slot, vectors[first + 2] as Float32Array);
    matrices.codes.set(slot, matrices.whole.rowAt(slot));
    this.#embedded.add(slot);
  }

  #matricesOf(dimensions: number): SemanticMatrices {
    this.#matrices ??= {
      name: new VectorMatrix(dimensions),
      opening: new VectorMatrix(dimensions),
      whole: new VectorMatrix(dimensions),
      codes: new CodeMatrix(dimensions),
    };
    return this.#matrices;
  }
}

const { setImmediate } = globalThis as { readonly setImmediate?: (callback: () => void) => unknown };

/** Lets other requests run between batches. A timer takes a millisecond, so a faster mechanism is used if available. */
function nextMacrotask(): Promise<void> {
  return new Promise((resolve) => {
    if (setImmediate === undefined) {
      setTimeout(resolve, 0);
    } else {
      setImmediate(resolve);
    }
  });
}

/** Embedders are external code: their output is validated once, here. */
function checked(vectors: Vectors, count: number, dimensions: number | undefined): Vectors {
  if (!Array.isArray(vectors) || vectors.length !== count) {
    throw new ToolcribError("invalid_vector", { expected: `${count} vectors`, received: describeValue(vectors) });
  }
  for (const vector of vectors) {
    const length = dimensions ?? vectors[0]?.length;
    if (!(vector instanceof Float32Array) || vector.length === 0 || vector.length !== length) {
      throw new ToolcribError("invalid_vector", {
        expected: `a Float32Array of length ${length ?? "1 or more"}`,
        received: vector instanceof Float32Array ? `one of length ${vector.length}` : describeValue(vector),
      });
    }
    if (!hasOnlyFinite(vector)) {
      throw new ToolcribError("invalid_vector", { expected: "finite numbers", received: "NaN or infinity" });
    }
  }
  return vectors;
}

/** A sum is finite only if all its values are. Two sums, because each addition waits for the previous one. */
function hasOnlyFinite(vector: Float32Array): boolean {
  const { length } = vector;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < length; index += 2) {
    even += vector[index] as number;
    odd += vector[index + 1] ?? 0;
  }
  return Number.isFinite(even + odd);
}
