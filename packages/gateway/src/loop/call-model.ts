import type { CacheDiagnosis } from "@toolcrib/core/cache";
import type { AnswerEvent } from "../contracts/inner-form.ts";
import type { PromptLengths } from "../contracts/savings.ts";
import type { UpstreamCall } from "../contracts/upstream.ts";
import { pacedEvents } from "../inner-form/paced-events.ts";
import { eventsOfMessage } from "../inner-form/whole-message.ts";
import type { AnswerContext } from "../memory/answer-context.ts";
import type { Turn } from "../turn/turn.ts";
import type { WrittenRequest } from "../turn/write-request.ts";
import { type CallOrigin, measureCall } from "./measure-call.ts";
import { forwardTitle, noteModelFailure } from "./note-flow.ts";
import type { VisibleAnswer } from "./visible-answer.ts";

/** One model call of a turn. */
export interface ModelCall {
  readonly written: WrittenRequest;
  readonly visible: VisibleAnswer;
  /** The number of the call in the turn, from 1. */
  readonly round: number;
  readonly origin: CallOrigin;
}

/** Calls the model once, streaming if the client asked for it, and records the call in the trace. */
export async function* callModel(
  turn: Turn,
  { written, visible, round, origin }: ModelCall,
  context: AnswerContext,
): AsyncGenerator<AnswerEvent> {
  const { request, model } = turn;
  const { upstream } = request.route;
  const { body, betas } = written;
  const { now } = context;
  const retries: string[] = [];
  const { apiVersion, clientBody, session, credentials, signal, trace } = request;
  const onRetry = (reason: string) => void retries.push(reason);
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
    onRetry,
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
  const startedAt = now();
  let firstEventAt: number | undefined;
  let status = 200;
  let prefix: CacheDiagnosis | undefined;
  let prompt: PromptLengths | undefined;
  try {
    const answer = body.stream === true ? upstream.doStream(call) : upstream.doGenerate(call).then(eventsOfMessage);
    prefix = bookkeeping(() => {
      if (round === 1) turn.prepareSearch?.();
      prompt = measureCall(turn, written, origin);
      return context.prefixes.diagnose(turn.keys.places, body);
    });
    for await (const event of pacedEvents(await answer)) {
      firstEventAt ??= now();
      yield event;
    }
  } catch (error) {
    status = (error as { readonly status?: number }).status ?? 500;
    noteModelFailure(request, error);
    throw error;
  } finally {
    // Until an answer begins, the usage is that of the previous round.
    const usage = firstEventAt === undefined ? undefined : visible.usageOfRound;
    trace.upstreamCall({
      upstream: upstream.name,
      model,
      status,
      ...(usage === undefined ? {} : { usage }),
      milliseconds: now() - startedAt,
      ...(firstEventAt === undefined ? {} : { firstEventMilliseconds: firstEventAt - startedAt }),
      retries,
      ...(prefix === undefined ? {} : { prefix }),
      ...(prompt === undefined ? {} : { prompt }),
    });
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
