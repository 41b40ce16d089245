import type { ContentBlock, Message, TextBlock, ToolResultBlock } from "../conversation/message.ts";

/** An answer to one call: its result, and perhaps a note that stands beside it. */
export interface CallAnswer {
  readonly result: ToolResultBlock;
  readonly note?: TextBlock | undefined;
}

/**
 * Step 12. The conversation that the next request starts from: the one that was prepared, the model's answer as it came, and
 * what its calls gave. Results come first in their message, as the API asks; notes stand behind them.
 */
export function nextTurn(
  conversation: readonly Message[],
  assistantContent: readonly ContentBlock[],
  answers: readonly CallAnswer[] = [],
): readonly Message[] {
  const answered: Message[] = [...conversation, { role: "assistant", content: assistantContent }];
  if (answers.length === 0) return answered;
  const notes = answers.flatMap(({ note }) => (note === undefined ? [] : [note]));
  answered.push({ role: "user", content: [...answers.map(({ result }) => result), ...notes] });
  return answered;
}
