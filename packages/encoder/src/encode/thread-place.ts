import type { ModelMemory, ThreadMemory } from "../memory/model-memory.ts";
import type { TokenBatch } from "./token-batches.ts";

/** The arguments of the kernel's `encode`. */
export type EncodeArguments = readonly [number, number, number, number, number, number, number];

/** A thread's part of the memory: batches go in and vectors come out, whichever thread runs the kernel. */
export class ThreadPlace {
  readonly #model: ModelMemory;
  readonly #place: ThreadMemory;
  readonly #width: number;

  constructor(model: ModelMemory, place: ThreadMemory, width: number) {
    this.#model = model;
    this.#place = place;
    this.#width = width;
  }

  /** Writes a batch into the memory. */
  write({ tokens, lengths, texts }: TokenBatch): EncodeArguments {
    const { memory, weights, rows } = this.#model;
    const place = this.#place;
    new Int32Array(memory.buffer, place.tokens, tokens.length).set(tokens);
    new Int32Array(memory.buffer, place.lengths, lengths.length).set(lengths);
    return [weights, place.scratch, rows, place.tokens, place.lengths, texts.length, place.output];
  }

  /** Copies the vectors of the batch to the places of its texts. */
  read({ texts }: TokenBatch, vectors: Float32Array[]): void {
    const { buffer } = this.#model.memory;
    for (const [index, text] of texts.entries()) {
      const start = this.#place.output + index * this.#width * Float32Array.BYTES_PER_ELEMENT;
      vectors[text]?.set(new Float32Array(buffer, start, this.#width));
    }
  }
}
