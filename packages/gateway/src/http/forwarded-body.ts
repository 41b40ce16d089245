import type { RawResponse } from "../contracts/upstream.ts";
import { encodeEvent } from "../sse/encode-event.ts";
import { observeForwarded } from "../trace/observe-forwarded.ts";
import { toWireError } from "./error-answer.ts";
import type { StreamedBody } from "./http-answer.ts";
import type { TurnContext } from "./turn-answer.ts";

/** The upstream's bytes as they come. A stream that breaks off gets an `error` event as its end, so that nobody waits or guesses. */
export function forwardedBody(response: RawResponse, context: TurnContext): StreamedBody {
  const { trace, requestId } = context;
  return async (sink) => {
    const observer = observeForwarded(response.headers, trace);
    try {
      for await (const chunk of response.body) {
        const isFull = sink.write(chunk);
        observer.see(chunk);
        if (isFull !== undefined) await isFull;
      }
      sink.end?.();
      observer.end();
    } catch (error) {
      const { status, body } = toWireError(error);
      trace.note({ status, error: body.error });
      // Bytes of another kind cannot say that they are incomplete: the connection has to.
      if (!observer.isEventStream) throw error;
      const lineEnd = observer.isInsideEvent ? "\n" : "";
      await sink.write(lineEnd + encodeEvent({ ...body, request_id: requestId }));
    } finally {
      context.end();
    }
  };
}
