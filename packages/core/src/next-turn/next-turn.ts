import {
  type ContentBlock,
  hasPendingServerCall,
  type Message,
  type TextBlock,
  type ToolResultBlock,
  textBlock,
} from "../conversation/message.ts";
import { continueList } from "../list/continued-list.ts";

/** An answer to one call: its result, and perhaps a note that stands beside it. */
export interface CallAnswer {
  readonly result: ToolResultBlock;
  readonly note?: TextBlock | undefined;
}

/**
 * Step 12. The conversation that the next request starts from: the one that was prepared, the model's answer as it came, and
 * what its calls gave. Results come first in their message, as the API asks; notes stand behind them, or inside their results
 * while a call to the API's side is pending, since then it takes nothing but results.
 * The list is frozen: preparing it costs what is new in it, however long it is.
 */
export function nextTurn(
  conversation: readonly Message[],
  assistantContent: readonly ContentBlock[],
  answers: readonly CallAnswer[] = [],
): readonly Message[] {
  const assistant: Message = { role: "assistant", content: assistantContent };
  if (answers.length === 0) return continueList(conversation, [assistant]);
  const content = hasPendingServerCall(assistantContent)
    ? answers.map(resultWithNote)
    : [...answers.map(({ result }) => result), ...answers.flatMap(({ note }) => note ?? [])];
  return continueList(conversation, [assistant, { role: "user", content }]);
}

function resultWithNote({ result, note }: CallAnswer): ToolResultBlock {
  if (note === undefined) return result;
  const content = typeof result.content === "string" ? [textBlock(result.content)] : (result.content ?? []);
  return { ...result, content: [...content, note] };
}
