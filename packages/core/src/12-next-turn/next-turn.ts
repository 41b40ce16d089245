import { checkContent } from "../conversation/check-message.ts";
import {
  type ContentBlock,
  hasPendingServerCall,
  type Message,
  type TextBlock,
  type ToolResultBlock,
  withTexts,
} from "../conversation/message.ts";
import { holdsReference } from "../conversation/turn-boundary/turn-boundary.ts";
import { continueList } from "../list/continued-list.ts";

/** An answer to one call: its result, and perhaps a note about it. */
export interface CallAnswer {
  readonly result: ToolResultBlock;
  readonly note?: TextBlock | undefined;
}

/**
 * Step 12. The conversation that the next request starts from: the one that was prepared, the model's answer as it came, and
 * what its calls gave. Results come first in their message, as the API asks; notes stand behind them, or inside their results
 * while a call to the API's side is pending, since then it takes nothing but results. Notes on references are held: the next request
 * puts them where text may stand.
 * The list is frozen: preparing it costs what is new in it, however long it is.
 */
export function nextTurn(
  conversation: readonly Message[],
  assistantContent: readonly ContentBlock[],
  answers: readonly CallAnswer[] = [],
): readonly Message[] {
  checkContent(assistantContent);
  const assistant: Message = { role: "assistant", content: assistantContent };
  if (answers.length === 0) return continueList(conversation, [assistant]);
  return continueList(conversation, [assistant, userMessage(answers, hasPendingServerCall(assistantContent))]);
}

function userMessage(answers: readonly CallAnswer[], isPending: boolean): Message {
  if (answers.some(({ result }) => holdsReference(result))) return { role: "user", content: answers.map(heldResult) };
  if (isPending) return { role: "user", content: answers.map(resultWithNote) };
  const results = answers.map(({ result }) => result);
  return { role: "user", content: [...results, ...answers.flatMap(({ note }) => note ?? [])] };
}

function heldResult({ result, note }: CallAnswer): ToolResultBlock {
  return note === undefined ? result : { ...result, heldNotes: [note] };
}

function resultWithNote({ result, note }: CallAnswer): ToolResultBlock {
  return note === undefined ? result : withTexts(result, [note]);
}
