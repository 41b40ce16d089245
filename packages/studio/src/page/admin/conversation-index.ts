import type { TraceRecord } from "@toolcrib/gateway";
import { conversationId } from "./conversation-id.ts";

interface Conversation {
  /** Newest first. */
  readonly members: TraceRecord[];
  /** What was handed out; made again after a change. */
  handedOut?: readonly TraceRecord[] | undefined;
}

/** The records of each conversation, kept up to date: thousands of records are too many to go through for each new one. */
export class ConversationIndex {
  readonly #conversations = new Map<string, Conversation>();

  add(traces: readonly TraceRecord[]): void {
    for (const trace of traces) {
      const id = conversationId(trace);
      const conversation = this.#conversations.get(id) ?? { members: [] };
      this.#conversations.set(id, conversation);
      insert(conversation.members, trace);
      conversation.handedOut = undefined;
    }
  }

  remove(traces: readonly TraceRecord[]): void {
    for (const trace of traces) {
      const id = conversationId(trace);
      const conversation = this.#conversations.get(id);
      const position = conversation?.members.lastIndexOf(trace) ?? -1;
      if (conversation === undefined || position < 0) continue;
      conversation.members.splice(position, 1);
      conversation.handedOut = undefined;
      if (conversation.members.length === 0) this.#conversations.delete(id);
    }
  }

  /** The records of a trace's conversation, newest first: the same list until one is added or removed. */
  membersOf(trace: TraceRecord): readonly TraceRecord[] {
    const conversation = this.#conversations.get(conversationId(trace));
    if (conversation === undefined) return [];
    conversation.handedOut ??= [...conversation.members];
    return conversation.handedOut;
  }
}

/** Records come in their order, from the newest on or from the oldest on, so one end is almost always right. */
function insert(members: TraceRecord[], trace: TraceRecord): void {
  const oldest = members.at(-1);
  if (oldest === undefined || trace.startedAt < oldest.startedAt) {
    members.push(trace);
    return;
  }
  members.splice(
    members.findIndex(({ startedAt }) => startedAt <= trace.startedAt),
    0,
    trace,
  );
}
