import { type Anthropic, APIError } from "@anthropic-ai/sdk";
import type { BetaMessage } from "@anthropic-ai/sdk/resources/beta/messages";
import type { DeferralSession, PreparedRequest } from "@toolcrib/core";
import { wireParams } from "../wire/wire-params.ts";
import type { AgentOptions, AgentParams } from "./agent-options.ts";

interface SendQuestion {
  readonly client: Anthropic;
  readonly session: DeferralSession;
  readonly params: AgentParams;
  readonly prepare: () => Promise<PreparedRequest>;
  readonly onStreamEvent: AgentOptions["onStreamEvent"];
  readonly signal: AbortSignal | undefined;
}

interface SentRequest {
  readonly prepared: PreparedRequest;
  readonly message: BetaMessage;
}

/** Sends a prepared request; if the upstream refuses tool search, prepares and sends it again without. */
export async function sendRequest(question: SendQuestion): Promise<SentRequest> {
  const prepared = await question.prepare();
  try {
    return { prepared, message: await send(question, prepared) };
  } catch (error) {
    if (!(error instanceof APIError) || error.status === undefined) throw error;
    if (!question.session.noteRefusal(question.params.model, error.status, error.message)) throw error;
    const again = await question.prepare();
    return { prepared: again, message: await send(question, again) };
  }
}

async function send(
  { client, params, onStreamEvent, signal }: SendQuestion,
  prepared: PreparedRequest,
): Promise<BetaMessage> {
  // The prepared betas include the caller's own.
  const { betas: _betas, ...rest } = params;
  const body = { ...rest, ...wireParams(prepared) };
  const options = signal === undefined ? {} : { signal };
  if (onStreamEvent === undefined) return client.beta.messages.create(body, options);
  const stream = client.beta.messages.stream(body, options);
  for await (const event of stream) onStreamEvent(event);
  return stream.finalMessage();
}
