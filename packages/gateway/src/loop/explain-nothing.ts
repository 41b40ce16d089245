import type { ContentBlock } from "@toolcrib/core";
import type { RoundReader } from "./round-reader.ts";

/**
 * The text that the client gets instead of an empty answer when everything that the model did happened inside the gateway. It is
 * written in the model's voice, because the client does not know about any of it (laws 6 and 7). `mustAnswer`: the rounds are used up,
 * and the client cannot continue them; then calls alone are no answer either.
 */
export function explainNothing(
  shown: readonly ContentBlock[],
  reader: RoundReader,
  mustAnswer: boolean,
): ContentBlock | undefined {
  const last = shown.findLast(({ type }) => type !== "thinking" && type !== "redacted_thinking");
  if (last !== undefined) {
    const isAnswer = !mustAnswer || last.type === "text";
    return isAnswer ? undefined : text("I used tools many times and could not finish this. Please try it another way.");
  }
  if (reader.hiddenCalls.length > 0) {
    return text("I searched for suitable tools several times and could not finish this. Please try it another way.");
  }
  if (reader.refusedCalls.length > 0) {
    return text("I tried to use tools that are not available and could not finish this. Please try it another way.");
  }
  return undefined;
}

function text(value: string): ContentBlock {
  return { type: "text", text: value } as ContentBlock;
}
