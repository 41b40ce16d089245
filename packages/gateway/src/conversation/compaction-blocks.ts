import type { ContentBlock, Message } from "@toolcrib/core";

interface CompactionBlock extends ContentBlock {
  readonly content?: string | null;
  readonly tool_changes?: readonly ContentBlock[] | null;
}

const summaries = new WeakMap<Message, Message>();
const rests = new WeakMap<Message, Message>();

/** A conversation after its compactions were read. */
export interface CompactedConversation {
  readonly messages: readonly Message[];
  /** How much further back each message stood that comes after the last compaction. */
  readonly skipped: number;
}

/**
 * The conversation for an upstream that does not know the API's compaction: it begins with the last summary, as the user's words,
 * and the tools that were found before. A summary that only the API can read is left out, and the conversation stays whole.
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

function summaryOf(message: Message): Message | undefined {
  const known = summaries.get(message);
  if (known !== undefined) return known;
  const { content, tool_changes: changes } = compactionOf(message) as CompactionBlock;
  if (typeof content !== "string") return undefined;
  const text = { type: "text", text: `Summary of the conversation so far:\n${content}` } as ContentBlock;
  const summary: Message = { role: "user", content: [text, ...(changes ?? [])] };
  summaries.set(message, summary);
  return summary;
}

/** What follows the compaction in its message; all before it is summed up. */
function withoutCompaction(message: Message): Message {
  let rest = rests.get(message);
  if (rest === undefined) {
    const blocks = message.content as readonly ContentBlock[];
    const position = blocks.findLastIndex(({ type }) => type === "compaction");
    const isReadable = typeof (blocks[position] as CompactionBlock).content === "string";
    rest = { ...message, content: isReadable ? blocks.slice(position + 1) : blocks.toSpliced(position, 1) };
    rests.set(message, rest);
  }
  return rest;
}
