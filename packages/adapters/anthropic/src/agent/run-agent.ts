import type { BetaMessage } from "@anthropic-ai/sdk/resources/beta/messages";
import { type ContentBlock, type Message, nextTurn, type PreparedRequest, type ToolUseBlock } from "@toolcrib/core";
import type { CallWrapper } from "@toolcrib/core/loaders";
import type { AgentOptions } from "./agent-options.ts";
import { answerCalls } from "./answer-calls.ts";
import { sendRequest } from "./send-request.ts";

/** How an agent ended. */
export interface AgentResult {
  /** The model's last answer. */
  readonly message: BetaMessage;
  /** The whole conversation, to be stored and gone on with. */
  readonly conversation: readonly Message[];
  readonly turns: number;
}

/**
 * An agent's loop: prepares each request, sends it, answers searches with references, checks every other call before it runs,
 * and goes on until the model stops calling. A feature that the upstream refuses is left out and the request sent again.
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

/** Some loaders have one tool that calls the others: the conversation, permissions and logs meet the real calls. */
function realCalls(content: readonly ContentBlock[], wrapper: CallWrapper | undefined): readonly ContentBlock[] {
  if (wrapper === undefined) return content;
  return content.map((block) => (isCall(block) ? wrapper.unwrap(block) : block));
}

function isCall(block: ContentBlock): block is ToolUseBlock {
  return block.type === "tool_use";
}
