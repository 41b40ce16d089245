import type { IncomingMessage } from "node:http";
import type { Timer } from "@toolcrib/shared/timers";

export interface AnswerBodyOptions {
  /** Starts the idle timer. */
  readonly startTimer: (onTime: () => void) => Timer;
  /** The error for an upstream that was silent for too long. */
  readonly stalled: () => Error;
  /** The error for a response that is cut off. */
  readonly brokenOff: (cause: Error) => Error;
  /** Called once, at the end. */
  readonly onEnd: () => void;
}

/**
 * How many chunks are read before the consumer takes one: a quarter of a megabyte, at a socket's maximum chunk size.
 */
const maxChunksAhead = 4;

const done: IteratorResult<Uint8Array, void> = { done: true, value: undefined };

/**
 * The body of a response as chunks, for one reader. It does not use Node's stream iteration, which costs as much as the
 * rest of a short call. The stream is released when it ends, when it fails, and when the reader stops.
 */
export class AnswerBody implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array, void> {
  readonly #response: IncomingMessage;
  readonly #options: AnswerBodyOptions;
  readonly #chunks: Uint8Array[] = [];
  #state: "open" | "ended" | Error = "open";
  #isFlowing = false;
  #timer: Timer | undefined;
  #wake: (() => void) | undefined;

  constructor(response: IncomingMessage, options: AnswerBodyOptions) {
    this.#response = response;
    this.#options = options;
    const onBroken = (cause?: Error): void => {
      // Every response ends with "close" too, and creating an error costs more than reading a short response.
      if (this.#state === "open") this.#end(options.brokenOff(cause ?? new Error("closed")));
    };
    response.on("error", onBroken);
    response.on("close", onBroken);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, void>> {
    for (;;) {
      const chunk = this.#isFlowing ? this.#chunks.shift() : this.#readAhead();
      if (chunk !== undefined) return { done: false, value: chunk };
      if (this.#state === "ended") return done;
      if (this.#state !== "open") throw this.#state;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        if (this.#timer === undefined) this.#timer = this.#options.startTimer(() => this.#stall());
        else this.#timer.restart();
        if (!this.#isFlowing) this.#flow();
        else if (this.#response.isPaused()) this.#response.resume();
      });
      this.#wake = undefined;
    }
  }

  /** Ends reading with an error, even if everything has arrived. */
  fail(error: Error): void {
    this.#end(error);
  }

  async return(): Promise<IteratorResult<Uint8Array, void>> {
    this.#end("ended");
    this.#chunks.length = 0;
    this.#response.destroy();
    return done;
  }

  /**
   * Reads what arrived with the headers. A short response is complete at that point, and is reported before Node
   * reclaims its connection: the client does not need to wait for that.
   */
  #readAhead(): Uint8Array | undefined {
    const chunk = this.#response.read() as Buffer | null;
    if (this.#response.complete && this.#response.readableLength === 0) this.#end("ended");
    return chunk ?? undefined;
  }

  #flow(): void {
    this.#isFlowing = true;
    this.#response.on("data", (chunk: Buffer) => {
      this.#chunks.push(chunk);
      // Backpressure: a slow client slows its upstream down and does not fill the memory.
      if (this.#chunks.length >= maxChunksAhead) this.#response.pause();
      this.#wake?.();
    });
    this.#response.on("end", () => this.#end("ended"));
  }

  #stall(): void {
    // If nobody is waiting for data, the reader is the slow side.
    if (this.#wake === undefined) return;
    this.#end(this.#options.stalled());
    this.#response.destroy();
  }

  #end(reason: "ended" | Error): void {
    if (this.#state === "open") {
      this.#state = reason;
      this.#timer?.stop();
      this.#options.onEnd();
    }
    this.#wake?.();
  }
}
