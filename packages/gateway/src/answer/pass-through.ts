import type { GateReason } from "@toolcrib/core/engine";
import type { RequestCatalogue } from "../catalogue/request-catalogue.ts";
import type { ClientRequest, TurnAnswer } from "../contracts/client-request.ts";
import type { AnswerEvent } from "../contracts/inner-form.ts";
import type { UpstreamCall } from "../contracts/upstream.ts";
import { BlockBuilder } from "../inner-form/block-builder.ts";
import { pacedEvents } from "../inner-form/paced-events.ts";
import { prependEvent } from "../inner-form/prepend-event.ts";
import { collectMessage, eventsOfMessage } from "../inner-form/whole-message.ts";
import { forwardTitle, noteAnswer, noteModelAnswer, noteModelFailure } from "../loop/note-flow.ts";
import type { AnswerContext } from "../memory/answer-context.ts";
import type { Recovery } from "../refusals/recovery.ts";
import { withhold } from "../refusals/withhold.ts";
import { promptLength } from "../savings/prompt-lengths.ts";
import { ModelCall } from "../trace/model-call.ts";
import { countTokens } from "./count-tokens.ts";
import { forward } from "./forward.ts";

/** Clients from before 2026 send it if and only if they defer. */
const searchBeta = "advanced-tool-use-2025-11-20";

/** Forwards the client's bytes and returns the upstream's. If bytes cannot be forwarded, calls the upstream through its dialect. */
export async function passThrough(
  request: ClientRequest,
  catalogue: RequestCatalogue,
  context: AnswerContext,
  recovery: Recovery,
  reason: GateReason = "nothing_to_defer",
): Promise<TurnAnswer> {
  const { body, route, trace } = request;
  const { now } = context;
  const count = catalogue.tools.length;
  trace.note(() => ({
    execution: "passed-through",
    gate: { isOn: false, reason },
    tools: { received: count, eager: count, deferred: 0, sent: count, found: [] },
  }));
  if (request.betas.includes(searchBeta)) {
    trace.warn("The client asks for tool search, but no tool is deferred: nothing is saved.");
  }
  const forwarded = await forward(request, context, { recovery, usesToolSearch: false });
  if (forwarded !== undefined) return forwarded;
  const { clientBody, session, betas } = request;
  const written = { body: { ...body, model: route.model ?? body.model }, betas, clientBody, session };
  if (request.kind === "count_tokens")
    return countTokens({ request, written, usesToolSearch: false, recovery }, context);
  const sent = withhold(written, route, context);
  if (sent.withheld.length > 0) trace.note({ withheld: sent.withheld });
  const call: UpstreamCall = {
    ...request,
    clientHeaders: request.raw.headers,
    body: sent.body,
    betas: sent.betas,
    refused: sent.refused,
    onHeaders: request.onUpstreamHeaders,
  };
  const events = recorded(call, request, { now, recovery });
  if (body.stream === true) request.onOwnStream?.();
  return body.stream === true ? streamed(events) : { kind: "whole", message: await collectMessage(events) };
}

/** Waits for the first event: a failure before it can still be answered with an HTTP status. */
async function streamed(events: AsyncGenerator<AnswerEvent>): Promise<TurnAnswer> {
  return { kind: "streamed", events: prependEvent(await events.next(), events) };
}

/** Calls the model and records the call in the trace. */
async function* recorded(
  call: UpstreamCall,
  request: ClientRequest,
  { now, recovery }: { readonly now: () => number; readonly recovery: Recovery },
): AsyncGenerator<AnswerEvent> {
  const { route, trace } = request;
  const { upstream } = route;
  let hasBegun = false;
  const builders: (BlockBuilder | undefined)[] = [];
  const blocks = () => builders.flatMap((block) => block?.build() ?? []);
  const isRenamed = call.body.model !== request.body.model;
  trace.flow({
    from: "gateway",
    to: "model",
    title: forwardTitle(call.body),
    payload: () => call.body,
  });
  const noted = new ModelCall({
    trace,
    upstream: upstream.name,
    model: call.body.model,
    now,
    request,
    promptLength: () => promptLength(call.body),
  });
  try {
    const observedCall: UpstreamCall = {
      ...call,
      onRetry: noted.onRetry,
      onOmission: (what) => trace.warn(what),
    };
    const isStreamed = call.body.stream === true;
    const events = isStreamed
      ? await upstream.doStream(observedCall)
      : eventsOfMessage(await upstream.doGenerate(observedCall));
    for await (const event of pacedEvents(events)) {
      hasBegun = true;
      noted.see(event);
      if (event.type === "message_start") {
        yield isRenamed ? { ...event, message: { ...event.message, model: request.body.model } } : event;
        continue;
      }
      if (event.type === "content_block_start") builders[event.index] = new BlockBuilder(event.content_block);
      else if (event.type === "content_block_delta" && trace.capturesContent) builders[event.index]?.add(event.delta);
      yield event;
    }
    noteModelAnswer(trace, blocks());
  } catch (error) {
    noted.fail(error);
    noteModelFailure(request, error);
    if (!hasBegun) recovery.check(error, { sent: call, usesToolSearch: false });
    throw error;
  } finally {
    noted.end();
  }
  noteAnswer(trace, blocks());
}
