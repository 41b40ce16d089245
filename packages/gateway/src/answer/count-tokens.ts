import { charactersPerToken } from "@toolcrib/shared/text";
import type { ClientRequest, TurnAnswer } from "../contracts/client-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import type { AnswerContext } from "../memory/answer-context.ts";
import type { Recovery } from "../refusals/recovery.ts";
import { type Sent, withhold } from "../refusals/withhold.ts";

/** A request whose tokens are to be counted. */
export interface CountQuestion {
  readonly request: ClientRequest;
  readonly written: Sent;
  readonly usesToolSearch: boolean;
  readonly recovery: Recovery;
}

/** Counts the tokens of the request as it would be sent. If the upstream cannot count, estimates them from its length. */
export async function countTokens(
  { request, written, usesToolSearch, recovery }: CountQuestion,
  context: AnswerContext,
): Promise<TurnAnswer> {
  const { upstream } = request.route;
  const { body, betas, withheld } = withhold(written, request.route, context);
  if (withheld.length > 0) request.trace.note({ withheld });
  try {
    const { raw, onUpstreamHeaders: onHeaders } = request;
    const call = { ...request, clientHeaders: raw.headers, body, betas, onHeaders };
    const counted = await upstream.doCountTokens?.(call);
    return { kind: "counted", inputTokens: counted ?? estimateTokens(body) };
  } catch (error) {
    recovery.check(error, { sent: { body, betas }, usesToolSearch });
    throw error;
  }
}

/** Estimates the tokens of a request from its length. */
function estimateTokens({ system, messages, tools }: MessagesBody): number {
  const characters = JSON.stringify({ system, messages, tools }).length;
  return Math.ceil(characters / charactersPerToken);
}
