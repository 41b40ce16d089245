import type { TurnAnswer } from "../contracts/turn.ts";
import { encodeEvent } from "../sse/encode-event.ts";
import { type ForwardedObserver, observeForwarded } from "../trace/observe-forwarded.ts";
import { toWireError } from "./error-answer.ts";
import type { StreamedBody } from "./http-answer.ts";
import type { OpenCall } from "./open-call.ts";
import { ErrorEvents } from "./redact-forwarded.ts";

type ForwardedAnswer = Extract<TurnAnswer, { kind: "forwarded" }>;

/** The upstream's bytes as they come. A stream that breaks off gets an `error` event as its end, so that nobody waits or guesses. */
export function forwardedBody({ response, onEnd }: ForwardedAnswer, call: OpenCall): StreamedBody {
  const { trace } = call;
  const isEvents = response.headers["content-type"]?.startsWith("text/event-stream") === true;
  return async (sink) => {
    const errorEvents = isEvents ? new ErrorEvents(call.redactor) : undefined;
    let observer: ForwardedObserver | undefined;
    let isBrokenOff = false;
    // Looked at when it is on its way: the client waits for none of that.
    const unseen: Uint8Array[] = [];
    const seeAll = (): ForwardedObserver => {
      observer ??= observeForwarded(response.headers, trace);
      for (const chunk of unseen.splice(0)) observer.see(chunk);
      return observer;
    };
    try {
      for await (const given of response.body) {
        const chunk = errorEvents?.push(given) ?? given;
        const isFull = sink.write(chunk);
        if (unseen.push(chunk) === 1) setImmediate(seeAll);
        if (isFull !== undefined) await isFull;
      }
      const held = errorEvents?.end();
      if (held !== undefined) {
        unseen.push(held);
        await sink.write(held);
      }
      sink.end?.();
      seeAll().end();
    } catch (error) {
      isBrokenOff = true;
      const { isEventStream, isInsideEvent } = seeAll();
      const { status, body } = toWireError(error);
      trace.note({ status, error: body.error });
      // Bytes of another kind cannot say that they are incomplete: the connection has to.
      if (!isEventStream) throw error;
      const lineEnd = isInsideEvent ? "\n" : "";
      await sink.write(lineEnd + encodeEvent({ ...call.redactor.value(body), request_id: trace.id }));
    } finally {
      onEnd?.({ isBrokenOff, content: seeAll().content });
      call.end();
    }
  };
}
