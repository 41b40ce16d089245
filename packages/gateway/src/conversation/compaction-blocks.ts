import type { ContentBlock, Message } from "@toolcrib/core";
import { oncePer } from "@toolcrib/shared/caches";

interface CompactionBlock extends ContentBlock {
  readonly content?: string | null;
  readonly tool_changes?: readonly ContentBlock[] | null;
}

/** A conversation after its compactions are applied. */
export interface CompactedConversation {
  readonly messages: readonly Message[];
  /** By how many positions each message after the last compaction has moved forward. */
  readonly skipped: number;
}

/**
 * The conversation for an upstream without support for the API's compaction: it starts with the last summary, as user
 * text, and the tools found before it. A summary that only the API can read is dropped, and the conversation stays
 * complete.
 */
export function readCompactions(messages: readonly Message[]): CompactedConversation {
  const position = messages.findLastIndex((message) => compactionOf(message) !== undefined);
  if (position < 0) return { messages, skipped: 0 };
  const message = messages[position] as Message;
  const rest = withoutCompaction(message);
  const summary = summaryOf(message);
  if (summary === undefined) {
    const whole = messages.map((each) => (compactionOf(each) === undefined ? each : withoutCompaction(each)));
    return { messages: whole, skipped: 0 };
  }
  const beginning = rest.content.length === 0 ? [summary] : [summary, rest];
  const after = messages.slice(position + 1);
  return { messages: [...beginning, ...after], skipped: position + 1 - beginning.length };
}

function compactionOf({ content }: Message): CompactionBlock | undefined {
  return typeof content === "string" ? undefined : content.findLast(({ type }) => type === "compaction");
}

const summaryOf = oncePer((message: Message): Message | undefined => {
  const { content, tool_changes: changes } = compactionOf(message) as CompactionBlock;
  if (typeof content !== "string") return undefined;
  const text = { type: "text", text: `Summary of the conversation so far:\n${content}` } as ContentBlock;
  return { role: "user", content: [text, ...(changes ?? [])] };
});

/** The blocks after the compaction in its message; everything before it is summarised. */
const withoutCompaction = oncePer((message: Message): Message => {
  const blocks = message.content as readonly ContentBlock[];
  const position = blocks.findLastIndex(({ type }) => type === "compaction");
  const isReadable = typeof (blocks[position] as CompactionBlock).content === "string";
  return { ...message, content: isReadable ? blocks.slice(position + 1) : blocks.toSpliced(position, 1) };
});
