import { Worker } from "node:worker_threads";
import { compileKernel } from "../kernel/encoder-kernel.ts";
import type { ModelMemory } from "../memory/model-memory.ts";
import type { ModelShape } from "../weights/model-shape.ts";
import { ThreadPlace } from "./thread-place.ts";
import type { TokenBatch } from "./token-batches.ts";
import { workerSource } from "./worker-source.ts";

/** A worker thread that encodes one batch at a time. It keeps the process alive only while it works. */
export class EncoderThread {
  readonly #worker: Worker;
  readonly #place: ThreadPlace;
  #settle: { readonly resolve: () => void; readonly reject: (reason: Error) => void } | undefined;
  #failure: Error | undefined;

  constructor(model: ModelMemory, place: number, shape: ModelShape) {
    const memory = model.threads[place];
    if (memory === undefined) {
      throw new RangeError(`There is no place for thread ${place}.`);
    }
    this.#place = new ThreadPlace(model, memory, shape.width);
    this.#worker = new Worker(workerSource, {
      eval: true,
      name: "toolcrib-encoder",
      // The thread runs the kernel alone: it needs no arguments, and no variables that may hold secrets.
      argv: [],
      env: {},
      execArgv: [],
      workerData: { module: compileKernel(), memory: model.memory, shape },
    });
    this.#worker.unref();
    this.#worker.on("message", () => this.#finish());
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("The thread ended.")));
  }

  /** Encodes a batch. Rejects if the thread cannot start, or ends. */
  async encode(batch: TokenBatch, vectors: Float32Array[]): Promise<void> {
    if (this.#failure !== undefined) {
      throw this.#failure;
    }
    const encoded = new Promise<void>((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.#worker.ref();
    this.#worker.postMessage(this.#place.write(batch));
    await encoded;
    this.#place.read(batch, vectors);
  }

  close(): void {
    void this.#worker.terminate();
  }

  #finish(): void {
    this.#worker.unref();
    this.#settle?.resolve();
    this.#settle = undefined;
  }

  #fail(reason: Error): void {
    this.#failure ??= reason;
    this.#settle?.reject(reason);
    this.#settle = undefined;
  }
}
