import type { MessagesBody } from "../contracts/inner-form.ts";
import type { TurnAnswer } from "../contracts/turn.ts";
import type { Turn } from "./turn.ts";
import type { WrittenRequest } from "./write-request.ts";

const charactersPerToken = 2.5;

/** Counts what would go up. Where the upstream cannot count, its length is measured. */
export async function countTokens({ request }: Turn, { body, betas }: WrittenRequest): Promise<TurnAnswer> {
  const { upstream } = request.route;
  const counted = await upstream.doCountTokens?.({ ...request, body, betas });
  return { kind: "counted", inputTokens: counted ?? estimateTokens(body) };
}

/** The tokens of a request from its length. */
export function estimateTokens({ system, messages, tools }: MessagesBody): number {
  const characters = JSON.stringify({ system, messages, tools }).length;
  return Math.ceil(characters / charactersPerToken);
}
