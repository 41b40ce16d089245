import type { ForwardedObserver } from "../contracts/client-dialect.ts";
import type { TurnAnswer } from "../contracts/client-request.ts";
import { brokenStream } from "../errors/broken-stream.ts";
import { toWireError } from "./error-answer.ts";
import { ErrorEvents } from "./error-events.ts";
import type { BodySink, StreamedBody } from "./http-answer.ts";
import type { OpenCall } from "./open-call.ts";

type ForwardedAnswer = Extract<TurnAnswer, { kind: "forwarded" }>;

const emptyLine = Buffer.from("\n\n");

/**
 * Forwards the upstream's bytes as they arrive. A stream that breaks off, or ends before its message is complete, is closed with an
 * `error` event; an event that it leaves incomplete is dropped, because clients would read both as one.
 */
export function forwardedBody({ response, upstream, onEnd }: ForwardedAnswer, call: OpenCall): StreamedBody {
  const { trace, dialect } = call;
  const isEvents = response.headers["content-type"]?.startsWith("text/event-stream") === true;
  return async (sink) => {
    const isReadable = (response.headers["content-encoding"] ?? "identity") === "identity";
    const errorEvents = isEvents && isReadable ? new ErrorEvents(call.redactor) : undefined;
    const context = { request: call.parsedRequest, kept: call.kept, upstream };
    const observe = () => dialect.observeForwarded(response.headers, trace, context);
    // What the dialect notes for later requests must be written before the client can send the next one.
    const untilKept = dialect.keptEndpoints === undefined ? undefined : () => call.untilKept();
    const passing = new PassingBytes(sink, { endMark: dialect.endMark, observe, untilKept });
    let isBrokenOff = false;
    try {
      for await (const chunk of response.body) {
        const isFull = passing.write(errorEvents?.push(chunk) ?? chunk);
        if (isFull !== undefined) await isFull;
      }
      const rest = errorEvents?.end();
      if (isEvents && passing.isCutOff(rest)) throw brokenStream(`it ended before ${dialect.endMark}`);
      await passing.writeHeld();
      if (rest !== undefined) {
        await untilKept?.();
        await sink.write(rest);
      }
      sink.end?.();
      passing.end();
    } catch (error) {
      isBrokenOff = true;
      // What came so far counts, whether or not the client waits for the rest.
      const { isEventStream } = passing.end();
      const { status, body } = toWireError(error);
      trace.note({ status, error: body.error });
      // Other content cannot signal that it is incomplete, so the connection is cut.
      if (!isEventStream) throw error;
      const lineEnd = passing.isInsideEvent ? "\n" : "";
      const encoder = dialect.createStreamEncoder(call.parsedRequest);
      await sink.write(lineEnd + encoder.error(call.redactor.value(body), trace.id));
    } finally {
      const { content, outputLength } = passing.seeAll();
      onEnd?.({ isBrokenOff, content, seen: { usage: trace.facts.usage, outputLength } });
      const { model, conversation, savings } = call.end();
      const { promptTokens, tokens } = savings.sent;
      passing.seeAll().noteCounted?.({ model, conversation, promptTokens, outputTokens: tokens.output });
    }
  };
}

interface PassingOptions {
  readonly endMark: string;
  readonly observe: () => ForwardedObserver;
  /** Waits for what was noted of the bytes so far; undefined if nothing is. */
  readonly untilKept: (() => Promise<void> | undefined) | undefined;
}

/** Writes bytes first and inspects them afterwards, so that the client does not wait. If something is noted of them, the last ones wait. */
class PassingBytes {
  readonly #sink: BodySink;
  readonly #endMark: string;
  readonly #observe: () => ForwardedObserver;
  readonly #untilKept: PassingOptions["untilKept"];
  readonly #unseen: Uint8Array[] = [];
  #observer: ForwardedObserver | undefined;
  #last: Uint8Array | undefined;
  #isInsideEvent: boolean | undefined;
  /** The latest bytes of an answer that is no stream: they may be the last. */
  #held: Uint8Array | undefined;
  #hasEnded = false;

  constructor(sink: BodySink, { endMark, observe, untilKept }: PassingOptions) {
    this.#sink = sink;
    this.#endMark = endMark;
    this.#observe = observe;
    this.#untilKept = untilKept;
  }

  write(chunk: Uint8Array): Promise<void> | undefined {
    if (this.#untilKept !== undefined) return this.#writeNoted(chunk, this.#untilKept);
    const isFull = this.#sink.write(chunk);
    this.#last = chunk;
    if (this.#unseen.push(chunk) === 1) setImmediate(() => this.seeAll());
    return isFull;
  }

  async #writeNoted(chunk: Uint8Array, untilKept: () => Promise<void> | undefined): Promise<void> {
    this.#last = chunk;
    const observer = this.seeAll();
    observer.see(chunk);
    if (observer.isEventStream) {
      if (!observer.isCutOff) await untilKept();
      await this.#sink.write(chunk);
      return;
    }
    const before = this.#held;
    this.#held = chunk;
    if (before !== undefined) await this.#sink.write(before);
  }

  /** Writes what was held back until the answer is complete. */
  async writeHeld(): Promise<void> {
    if (this.#held === undefined) return;
    this.end();
    await this.#untilKept?.();
    await this.#sink.write(this.#held);
  }

  /** Whether the stream ended before its message. `rest`, which is not yet written, is an event without its empty line. */
  isCutOff(rest: Uint8Array | undefined): boolean {
    if (rest === undefined && this.#endsMessage) return false;
    const observer = this.seeAll();
    if (rest !== undefined) {
      this.#isInsideEvent = observer.isInsideEvent;
      observer.see(rest);
      observer.see(emptyLine);
    }
    return observer.isCutOff;
  }

  /** Whether part of an event was written: one that is too long to be held back. */
  get isInsideEvent(): boolean {
    return this.#isInsideEvent ?? this.seeAll().isInsideEvent;
  }

  /** Whether the last bytes are the end of a message: then the response can end before anything is inspected. */
  get #endsMessage(): boolean {
    const last = this.#last;
    return last !== undefined && Buffer.from(last.buffer, last.byteOffset, last.byteLength).includes(this.#endMark);
  }

  /** Lets the observer note what it saw, once. */
  end(): ForwardedObserver {
    const observer = this.seeAll();
    if (!this.#hasEnded) observer.end();
    this.#hasEnded = true;
    return observer;
  }

  seeAll(): ForwardedObserver {
    this.#observer ??= this.#observe();
    for (const chunk of this.#unseen.splice(0)) this.#observer.see(chunk);
    return this.#observer;
  }
}
