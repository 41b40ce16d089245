import type { ForwardedObserver } from "../contracts/client-dialect.ts";
import type { TurnAnswer } from "../contracts/client-request.ts";
import { brokenStream } from "../errors/broken-stream.ts";
import { toWireError } from "./error-answer.ts";
import { ErrorEvents } from "./error-events.ts";
import type { BodySink, StreamedBody } from "./http-answer.ts";
import type { OpenCall } from "./open-call.ts";

type ForwardedAnswer = Extract<TurnAnswer, { kind: "forwarded" }>;

/**
 * Forwards the upstream's bytes as they arrive. A stream that breaks off, or ends before its message is complete, is closed with an
 * `error` event.
 */
export function forwardedBody({ response, upstream, onEnd }: ForwardedAnswer, call: OpenCall): StreamedBody {
  const { trace, dialect } = call;
  const isEvents = response.headers["content-type"]?.startsWith("text/event-stream") === true;
  return async (sink) => {
    const isReadable = (response.headers["content-encoding"] ?? "identity") === "identity";
    const errorEvents = isEvents && isReadable ? new ErrorEvents(call.redactor) : undefined;
    const context = { request: call.parsedRequest, kept: call.kept, upstream };
    const observe = () => dialect.observeForwarded(response.headers, trace, context);
    const passing = new PassingBytes(sink, dialect.endMark, observe);
    let isBrokenOff = false;
    try {
      for await (const chunk of response.body) {
        const isFull = passing.write(errorEvents?.push(chunk) ?? chunk);
        if (isFull !== undefined) await isFull;
      }
      await passing.write(errorEvents?.end());
      if (isEvents && !passing.endsMessage && passing.seeAll().isCutOff) {
        throw brokenStream(`it ended before ${dialect.endMark}`);
      }
      sink.end?.();
      passing.seeAll().end();
    } catch (error) {
      isBrokenOff = true;
      await passing.write(errorEvents?.end());
      const { isEventStream, isInsideEvent } = passing.seeAll();
      const { status, body } = toWireError(error);
      trace.note({ status, error: body.error });
      // Other content cannot signal that it is incomplete, so the connection is cut.
      if (!isEventStream) throw error;
      const lineEnd = isInsideEvent ? "\n" : "";
      const encoder = dialect.createStreamEncoder(call.parsedRequest);
      await sink.write(lineEnd + encoder.error(call.redactor.value(body), trace.id));
    } finally {
      onEnd?.({ isBrokenOff, content: passing.seeAll().content });
      call.end();
    }
  };
}

/** Writes bytes first and inspects them afterwards, so that the client does not wait. */
class PassingBytes {
  readonly #sink: BodySink;
  readonly #endMark: string;
  readonly #observe: () => ForwardedObserver;
  readonly #unseen: Uint8Array[] = [];
  #observer: ForwardedObserver | undefined;
  #last: Uint8Array | undefined;

  constructor(sink: BodySink, endMark: string, observe: () => ForwardedObserver) {
    this.#sink = sink;
    this.#endMark = endMark;
    this.#observe = observe;
  }

  write(chunk: Uint8Array | undefined): Promise<void> | undefined {
    if (chunk === undefined) return undefined;
    const isFull = this.#sink.write(chunk);
    this.#last = chunk;
    if (this.#unseen.push(chunk) === 1) setImmediate(() => this.seeAll());
    return isFull;
  }

  /** Whether the last bytes are the end of a message: then the response can end before anything is inspected. */
  get endsMessage(): boolean {
    const last = this.#last;
    return last !== undefined && Buffer.from(last.buffer, last.byteOffset, last.byteLength).includes(this.#endMark);
  }

  seeAll(): ForwardedObserver {
    this.#observer ??= this.#observe();
    for (const chunk of this.#unseen.splice(0)) this.#observer.see(chunk);
    return this.#observer;
  }
}
