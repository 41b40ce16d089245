import { checkMessages } from "../conversation/check-message.ts";
import { blocksOf, type Message, textBlock } from "../conversation/message.ts";
import { callIdOf, resultIdOf } from "./call-ids.ts";
import { snapshotBeforeCompaction } from "./compaction.ts";

/** Old messages to drop from a conversation, one by one and without a summary. */
export interface Snip {
  readonly messages: readonly Message[];
  /** Whether to drop a message. A call and its result are dropped together. */
  readonly drop: (message: Message, position: number) => boolean;
  /**
   * Which tools are in the prompt anyway, so that the snapshot need not name them. By default, those that were called, but never
   * loaded or announced, and belong to no MCP server.
   */
  readonly isInPrompt?: (name: string) => boolean;
}

const snippedText = textBlock("Earlier messages were removed here.");

/**
 * The conversation without some messages. A boundary stands where the first of them stood, with what had been found by then on it,
 * so that nothing found is lost; the boundary of an earlier snip becomes part of it.
 */
export function snipConversation({ messages, drop, isInPrompt }: Snip): readonly Message[] {
  checkMessages(messages);
  const wanted = messages.flatMap((message, position) => (drop(message, position) ? [position] : []));
  if (wanted.length === 0) return messages;
  const earlier = messages.flatMap((message, position) => (message.compactMetadata?.kind === "snip" ? [position] : []));
  const dropped = withPartners(messages, [...earlier, ...wanted]);
  const first = Math.min(...dropped);
  const boundary: Message = {
    role: "user",
    content: [snippedText],
    compactMetadata: snapshotBeforeCompaction(messages, "snip", isInPrompt),
  };
  return messages.flatMap((message, position) => {
    if (position === first) return [boundary];
    return dropped.has(position) ? [] : [message];
  });
}

/** The positions, and those of the messages that hold the other halves of their calls. */
function withPartners(messages: readonly Message[], positions: readonly number[]): ReadonlySet<number> {
  const positionsById = new Map<string, number[]>();
  for (const [position, message] of messages.entries()) {
    for (const id of idsOf(message)) positionsById.set(id, [...(positionsById.get(id) ?? []), position]);
  }
  const dropped = new Set<number>();
  const waiting = [...positions];
  for (let position = waiting.pop(); position !== undefined; position = waiting.pop()) {
    if (dropped.has(position)) continue;
    dropped.add(position);
    for (const id of idsOf(messages[position] as Message)) waiting.push(...(positionsById.get(id) ?? []));
  }
  return dropped;
}

function idsOf(message: Message): readonly string[] {
  return blocksOf(message).flatMap((block) => [...callIdOf(block), ...resultIdOf(block)]);
}
