import type { ContentBlock } from "@toolcrib/core";

/** An answer of several rounds that the client saw as one message. */
export interface AnswerRounds {
  /** The thinking at the start of the first round. */
  readonly firstThinking: readonly ContentBlock[];
  /** What all rounds but the last one said. */
  readonly texts: readonly ContentBlock[];
  /** The thinking at the start of the last round, and what follows it: only the last round calls the client's tools. */
  readonly lastThinking: readonly ContentBlock[];
  readonly rest: readonly ContentBlock[];
  /** Whether the message contains thinking of different rounds, which the API refuses. */
  readonly isSpliced: boolean;
}

/** Splits an answer into rounds by its thinking: a model thinks at the start of a round, before it says or calls anything. */
export function readRounds(blocks: readonly ContentBlock[]): AnswerRounds {
  const spoken = lengthWhile(blocks, (block) => isThinking(block) || block.type === "text");
  const starts = blocks.slice(0, spoken).flatMap((_, position) => (startsRound(blocks, position) ? [position] : []));
  const firstLength = lengthWhile(blocks.slice(0, starts[0]), isThinking);
  const lastStart = starts.at(-1) ?? 0;
  const lastLength = lengthWhile(blocks.slice(lastStart), isThinking);
  return {
    firstThinking: blocks.slice(0, firstLength),
    texts: blocks.slice(0, lastStart).filter((block) => !isThinking(block)),
    lastThinking: blocks.slice(lastStart, lastStart + lastLength),
    rest: blocks.slice(lastStart + lastLength),
    isSpliced: starts.length > 0,
  };
}

/** Redacted thinking belongs to the thinking next to it; two adjacent readable thoughts come from two rounds. */
function startsRound(blocks: readonly ContentBlock[], position: number): boolean {
  const block = blocks[position];
  const before = blocks[position - 1];
  if (block === undefined || before === undefined || !isThinking(block)) return false;
  return !isThinking(before) || (block.type === "thinking" && before.type === "thinking");
}

function isThinking({ type }: ContentBlock): boolean {
  return type === "thinking" || type === "redacted_thinking";
}

function lengthWhile(blocks: readonly ContentBlock[], holds: (block: ContentBlock) => boolean): number {
  const end = blocks.findIndex((block) => !holds(block));
  return end < 0 ? blocks.length : end;
}
