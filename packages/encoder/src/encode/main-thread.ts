import { type EncoderKernel, startKernel } from "../kernel/encoder-kernel.ts";
import type { ModelMemory, ThreadMemory } from "../memory/model-memory.ts";
import type { ModelShape } from "../weights/model-shape.ts";
import { ThreadPlace } from "./thread-place.ts";
import type { TokenBatch } from "./token-batches.ts";

/** Encodes on the calling thread. */
export class MainThread {
  readonly #kernel: EncoderKernel;
  readonly #place: ThreadPlace;

  constructor(model: ModelMemory, shape: ModelShape) {
    this.#kernel = startKernel(model.memory, shape);
    this.#place = new ThreadPlace(model, model.threads[0] as ThreadMemory, shape.width);
  }

  encode(batch: TokenBatch, vectors: Float32Array[]): void {
    this.#kernel.encode(...this.#place.write(batch));
    this.#place.read(batch, vectors);
  }
}
