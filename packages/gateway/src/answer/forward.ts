import { charactersPerToken } from "@toolcrib/shared/text";
import type { ClientRequest, TurnAnswer } from "../contracts/client-request.ts";
import { speaksMessages } from "../contracts/messages-dialect-name.ts";
import type { PromptLengths } from "../contracts/savings.ts";
import { writeBody } from "../dialects/shared/http/write-body.ts";
import { renameModel } from "../dialects/shared/rename/rename-model.ts";
import { UpstreamError } from "../errors/upstream-error.ts";
import { noteForward, noteForwarded, noteModelFailure } from "../loop/note-flow.ts";
import type { AnswerContext } from "../memory/answer-context.ts";
import type { Recovery } from "../refusals/recovery.ts";
import { type WithheldRequest, withhold } from "../refusals/withhold.ts";
import { imageExcess } from "../savings/prompt-lengths.ts";
import { ModelCall } from "../trace/model-call.ts";
import { peekRefusal } from "./peek-refusal.ts";
import { renameAnswer } from "./rename-answer.ts";

/** How a request is forwarded. */
export interface ForwardOptions {
  readonly recovery: Recovery;
  /** Whether it uses the API's deferred tools and tool references. */
  readonly usesToolSearch: boolean;
  /** Measures its prompt, when the answer has ended. */
  readonly measure?: (() => PromptLengths) | undefined;
}

/**
 * Forwards a request unchanged, and its answer as it arrives. Fields that the upstream is known to refuse are removed first; a new
 * refusal is remembered, and the request is sent again.
 */
export async function forward(
  request: ClientRequest,
  context: AnswerContext,
  { recovery, usesToolSearch, measure }: ForwardOptions,
): Promise<TurnAnswer | undefined> {
  const { raw, route, body, trace } = request;
  const isSpoken = route.upstream.dialect === request.dialect && request.forwarding !== "impossible";
  if (!isSpoken || route.upstream.doForward === undefined) return undefined;
  const { now } = context;
  const sent = withhold(request, route, context);
  // Only the Messages API has the inner form on the wire: others write the request themselves, without what they refuse.
  const isRewritten = sent.body !== body || (route.upstream.wire !== undefined && sent.withheld.length > 0);
  if (isRewritten && !speaksMessages(route.upstream)) return undefined;
  noteForward(request, sent.withheld);
  const call = new ModelCall({
    trace,
    upstream: route.upstream.name,
    model: route.model ?? body.model,
    now,
    request,
    measure,
    promptLength: () => forwardedLength(request),
  });
  try {
    const response = await route.upstream.doForward({
      method: raw.method,
      path: raw.path,
      headers: headersFor(request, sent),
      body: bytesFor(request, sent),
      // A getter, so that the signal is created only when it is read.
      get signal() {
        return raw.signal;
      },
      onAbort: raw.onAbort,
      onRetry: call.onRetry,
    });
    const firstEventAt = now();
    // A refusal is no answer.
    const accepted = await peekRefusal(response, (error) => recovery.check(error, { sent, usesToolSearch }));
    call.begin(firstEventAt);
    return {
      kind: "forwarded",
      upstream: route.upstream.name,
      response: isRenamed(request) ? renameAnswer(accepted, body.model, request.renameStream) : accepted,
      onEvent: (event) => call.see(event),
      onEnd: (end) => {
        call.seeForwarded(end.seen);
        call.end(response.status);
        noteForwarded(request, response.status, end);
      },
    };
  } catch (error) {
    const failure = (error as Error).cause instanceof UpstreamError ? (error as Error).cause : error;
    call.fail(failure);
    noteModelFailure(request, failure);
    throw error;
  }
}

/** Its bytes hold all of the prompt but what the upstream keeps, also what the gateway does not know. */
function forwardedLength({ raw, body, keptTokens = 0 }: ClientRequest): number {
  const bytes = raw.body.reduce((sum, piece) => sum + piece.length, 0);
  return bytes - imageExcess(body.messages ?? []) + keptTokens * charactersPerToken;
}

/** Whether the upstream gets a different model name than the client sent. */
function isRenamed({ route, body }: ClientRequest): boolean {
  return route.model !== undefined && route.model !== body.model;
}

/** The client's own bytes, if nothing has to be removed. */
function bytesFor({ raw, route, body }: ClientRequest, sent: WithheldRequest): readonly Uint8Array[] {
  const model = route.model ?? body.model;
  if (sent.body !== body) return writeBody({ ...sent.body, model });
  return model === body.model ? raw.body : renameModel(raw.body, model);
}

function headersFor(request: ClientRequest, sent: WithheldRequest): Readonly<Record<string, string>> {
  const { raw, betas, body } = request;
  // Model names can be replaced, secrets in error events found, and ids noted only in an uncompressed answer.
  const mustBeReadable = isRenamed(request) || body.stream === true || request.isNoted === true;
  const headers = mustBeReadable ? { ...raw.headers, "accept-encoding": "identity" } : raw.headers;
  if (sent.betas === betas) return headers;
  const { "anthropic-beta": _betas, ...others } = headers;
  return sent.betas.length === 0 ? others : { ...others, "anthropic-beta": sent.betas.join(",") };
}
