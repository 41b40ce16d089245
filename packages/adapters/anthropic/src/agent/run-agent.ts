import type { BetaMessage } from "@anthropic-ai/sdk/resources/beta/messages";
import { type ContentBlock, type Message, nextTurn, type PreparedRequest, type ToolUseBlock } from "@toolcrib/core";
import type { CallWrapper } from "@toolcrib/core/loaders";
import type { AgentOptions } from "./agent-options.ts";
import { answerCalls } from "./answer-calls.ts";
import { sendRequest } from "./send-request.ts";

/** The result of an agent run. */
export interface AgentResult {
  /** The model's last response. */
  readonly message: BetaMessage;
  /** The whole conversation, to store and continue. */
  readonly conversation: readonly Message[];
  readonly turns: number;
}

/**
 * An agent loop: prepares each request, sends it, answers searches with references, checks every other call before it
 * runs, and continues until the model stops calling. If the upstream refuses a feature, the request is sent again
 * without it.
 */
export async function runAgent(options: AgentOptions): Promise<AgentResult> {
  const { client, session, params, maxTurns } = options;
  let conversation = options.messages;
  const sentBetas = new Set<string>();
  for (let turn = 1; ; turn++) {
    const prepare = (): Promise<PreparedRequest> =>
      session.prepare({
        model: params.model,
        messages: conversation,
        system: params.system,
        toolChoice: params.tool_choice,
        betas: params.betas,
        sentBetas: [...sentBetas],
        ...(maxTurns === undefined ? {} : { turnsLeft: maxTurns - turn + 1 }),
      });
    const { prepared, message } = await sendRequest({
      client,
      session,
      params,
      prepare,
      onStreamEvent: options.onStreamEvent,
      signal: options.signal,
    });
    for (const beta of prepared.betas) sentBetas.add(beta);
    const content = realCalls(message.content, prepared.wrapper);
    const calls = content.filter(isCall);
    const answers = await answerCalls(calls, prepared.conversation, options);
    conversation = nextTurn(prepared.conversation, content, answers);
    options.onTurn?.({ prepared, message, answers });
    const goesOn = calls.length > 0 || message.stop_reason === "pause_turn";
    if (!goesOn || turn === maxTurns) return { message, conversation, turns: turn };
  }
}

/** Some loaders have one tool that calls the others: the conversation, permissions and logs use the real calls. */
function realCalls(content: readonly ContentBlock[], wrapper: CallWrapper | undefined): readonly ContentBlock[] {
  if (wrapper === undefined) return content;
  return content.map((block) => (isCall(block) ? wrapper.unwrap(block) : block));
}

function isCall(block: ContentBlock): block is ToolUseBlock {
  return block.type === "tool_use";
}
