import type { IncomingMessage } from "node:http";
import type { Timer } from "@toolcrib/shared/timers";

export interface AnswerBodyOptions {
  /** Starts the time that the upstream may be silent. */
  readonly startTimer: (onTime: () => void) => Timer;
  /** The error of an upstream that was silent for too long. */
  readonly stalled: () => Error;
  /** The error of an answer that ends before its end. */
  readonly brokenOff: (cause: Error) => Error;
  /** Called once, when nothing more comes. */
  readonly onEnd: () => void;
}

/** How many chunks of an answer are read before anybody takes one: a quarter of a megabyte, in a socket's largest pieces. */
const maxChunksAhead = 4;

const done: IteratorResult<Uint8Array, void> = { done: true, value: undefined };

/**
 * The body of an answer, chunk by chunk as it comes, for one reader. Written out, since Node's own iteration of a stream costs as much
 * as the rest of a short call. The stream is let go when it ends, when it fails, and when nobody reads on.
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
      // The end of every answer is a "close" too, and an error costs more than reading a short one.
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

  /** Ends the reading with an error, also where everything has come. */
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
   * What came together with the headers. A short answer is complete then, and is told so before Node has taken its connection back,
   * which the client need not wait for.
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
      // A slow client slows its upstream, instead of filling the memory.
      if (this.#chunks.length >= maxChunksAhead) this.#response.pause();
      this.#wake?.();
    });
    this.#response.on("end", () => this.#end("ended"));
  }

  #stall(): void {
    // While nobody waits for more, it is the reader that is slow.
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
