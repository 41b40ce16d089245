import type { ModelMemory } from "../memory/model-memory.ts";
import type { ModelShape } from "../weights/model-shape.ts";
import { EncoderThread } from "./encoder-thread.ts";
import type { MainThread } from "./main-thread.ts";
import type { TokenBatch } from "./token-batches.ts";

interface QueuedBatch {
  readonly batch: TokenBatch;
  readonly vectors: Float32Array[];
  readonly done: () => void;
}

/** Threads without work for this long end, and give their memory back. */
const idleMilliseconds = 10_000;

/**
 * Encodes batches in the background: on worker threads, or between other tasks of the main thread where there are
 * none. Threads start with the first batch and end after the last.
 */
export class BatchQueue {
  readonly #model: ModelMemory;
  readonly #shape: ModelShape;
  readonly #mainThread: MainThread;
  readonly #waiting: QueuedBatch[] = [];
  #maxThreads: number;
  /** Threads by their place in the memory; undefined: not started. */
  readonly #threads: (EncoderThread | undefined)[] = [];
  readonly #busy = new Set<number>();
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(model: ModelMemory, shape: ModelShape, mainThread: MainThread) {
    this.#model = model;
    this.#shape = shape;
    this.#mainThread = mainThread;
    this.#maxThreads = model.threads.length - 1;
  }

  /** Resolves when the vectors of all batches are written. */
  async encode(batches: readonly TokenBatch[], vectors: Float32Array[]): Promise<void> {
    const encoded = batches.map((batch) => new Promise<void>((done) => this.#waiting.push({ batch, vectors, done })));
    this.#startWork();
    await Promise.all(encoded);
  }

  #startWork(): void {
    clearTimeout(this.#idleTimer);
    // Place 0 is the main thread's, which works only where there are no others.
    const first = this.#maxThreads > 0 ? 1 : 0;
    for (let place = first; place <= this.#maxThreads && this.#waiting.length > 0; place++) {
      if (!this.#busy.has(place)) {
        this.#busy.add(place);
        void this.#work(place);
      }
    }
  }

  async #work(place: number): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (!(await this.#encodeOn(place, next))) {
        // Threads are not allowed here, or end early: the main thread takes over.
        this.#waiting.unshift(next);
        this.#maxThreads = 0;
        break;
      }
      next.done();
    }
    this.#busy.delete(place);
    if (this.#waiting.length > 0) {
      this.#startWork();
    } else if (this.#busy.size === 0) {
      this.#endThreadsLater();
    }
  }

  async #encodeOn(place: number, { batch, vectors }: QueuedBatch): Promise<boolean> {
    if (place === 0) {
      await nextMacrotask();
      this.#mainThread.encode(batch, vectors);
      return true;
    }
    try {
      this.#threads[place] ??= new EncoderThread(this.#model, place, this.#shape);
      await this.#threads[place].encode(batch, vectors);
      return true;
    } catch {
      return false;
    }
  }

  #endThreadsLater(): void {
    this.#idleTimer = setTimeout(() => {
      for (const thread of this.#threads.splice(0)) {
        thread?.close();
      }
    }, idleMilliseconds);
    this.#idleTimer.unref();
  }
}

function nextMacrotask(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
