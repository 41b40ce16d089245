import type { AnswerEvent } from "../contracts/inner-form.ts";
import type { PromptLengths } from "../contracts/savings.ts";
import type { UpstreamCall } from "../contracts/upstream.ts";
import { pacedEvents } from "../inner-form/paced-events.ts";
import { eventsOfMessage } from "../inner-form/whole-message.ts";
import type { AnswerContext } from "../memory/answer-context.ts";
import { promptLength } from "../savings/prompt-lengths.ts";
import { ModelCall } from "../trace/model-call.ts";
import type { Turn } from "../turn/turn.ts";
import type { WrittenRequest } from "../turn/write-request.ts";
import { type CallOrigin, measureCall } from "./measure-call.ts";
import { forwardTitle, noteModelFailure } from "./note-flow.ts";

/** One model call of a turn. */
export interface RoundCall {
  readonly written: WrittenRequest;
  /** The number of the call in the turn, from 1. */
  readonly round: number;
  readonly origin: CallOrigin;
}

/** Calls the model once, streaming if the client asked for it, and records the call in the trace. */
export async function* callModel(
  turn: Turn,
  { written, round, origin }: RoundCall,
  context: AnswerContext,
): AsyncGenerator<AnswerEvent> {
  const { request, model } = turn;
  const { upstream } = request.route;
  const { body, betas } = written;
  const { now } = context;
  let prompt: PromptLengths | undefined;
  const { apiVersion, clientBody, session, credentials, signal, trace } = request;
  const noted = new ModelCall({
    trace,
    upstream: upstream.name,
    model,
    now,
    request,
    measure: () => prompt,
    promptLength: () => promptLength(body),
  });
  const call: UpstreamCall = {
    body,
    clientBody,
    session,
    loading: turn.loader.loading,
    betas,
    clientHeaders: request.raw.headers,
    apiVersion,
    credentials,
    signal,
    onRetry: noted.onRetry,
    onOmission: (what) => trace.warn(what),
    onHeaders: request.onUpstreamHeaders,
    refused: written.refused,
  };
  trace.flow({
    from: "gateway",
    to: "model",
    title: round === 1 ? forwardTitle(body) : "Result into context",
    payload: () => body,
  });
  context.betaLatch.note(turn.keys, betas);
  try {
    const answer = body.stream === true ? upstream.doStream(call) : upstream.doGenerate(call).then(eventsOfMessage);
    // It may fail during a pause; that is seen below.
    answer.catch(() => {});
    await request.pause?.();
    prompt = bookkeeping(() => {
      if (round === 1) turn.prepareSearch?.();
      return measureCall(turn, written, origin);
    });
    await request.pause?.();
    const places = bookkeeping(() => turn.keys.places);
    await request.pause?.();
    if (places !== undefined) noted.prefix = bookkeeping(() => context.prefixes.diagnose(places, body));
    for await (const event of pacedEvents(await answer)) {
      noted.see(event);
      yield event;
    }
  } catch (error) {
    noted.fail(error);
    noteModelFailure(request, error);
    throw error;
  } finally {
    noted.end();
  }
}

/** Does the bookkeeping while the upstream works; an error in it must not lose the answer. */
function bookkeeping<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
