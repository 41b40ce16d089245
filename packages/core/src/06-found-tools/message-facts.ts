import { type Announcement, readAnnouncement } from "../conversation/announcement-text.ts";
import { checkMessage } from "../conversation/check-message.ts";
import { blocksOf, type ContentBlock, isBlock, isToolChange, type Message } from "../conversation/message.ts";

/**
 * What a message says of a tool. `shown`: the model can see its definition here, so it is found too. `found`: it is known, but its
 * definition is not here. `called`: the same, and the tool may as well be one that was never deferred. `removed`: it left.
 */
interface ToolEvent {
  readonly kind: "shown" | "found" | "called" | "removed";
  readonly name: string;
}

/** What one message says about tools. Depends on the message alone. */
export interface MessageFacts {
  /** The content it was read from, to notice one that was replaced since. */
  readonly content: Message["content"];
  readonly contentLength: number;
  readonly toolEvents: readonly ToolEvent[];
  readonly announcements: readonly Announcement[];
  readonly isCompactionBoundary: boolean;
  /** Whether the boundary is one of messages that were dropped one by one: those around it stay. */
  readonly isSnip: boolean;
  /** Whether the API drops everything before it. */
  readonly dropsEarlier: boolean;
  /** Whether it holds a reference, so that the feature must have been on. */
  readonly showsToolSearch: boolean;
}

export function readMessageFacts(message: Message, position: number): MessageFacts {
  checkMessage(message, position);
  const toolEvents: ToolEvent[] = [];
  const announcements: Announcement[] = [];
  for (const name of message.compactMetadata?.preCompactDiscoveredTools ?? []) toolEvents.push({ kind: "found", name });
  let showsToolSearch = false;
  let dropsEarlier = false;
  for (const block of blocksOf(message)) {
    const eventsBefore = toolEvents.length;
    addToolEvents(block, toolEvents);
    showsToolSearch ||= block.type !== "tool_use" && toolEvents.length > eventsBefore;
    dropsEarlier ||= block.type === "compaction";
    // The model's own text and the results of tools come from outside: only what the client wrote can announce.
    if (message.role !== "assistant" && isBlock(block, "text")) {
      const announcement = readAnnouncement(block.text);
      if (announcement !== undefined) announcements.push(announcement);
    }
  }
  const { content, compactMetadata } = message;
  return {
    content,
    contentLength: content.length,
    toolEvents,
    announcements,
    isCompactionBoundary: compactMetadata !== undefined || dropsEarlier,
    isSnip: compactMetadata?.kind === "snip",
    dropsEarlier,
    showsToolSearch,
  };
}

function addToolEvents(block: ContentBlock, events: ToolEvent[]): void {
  if (isBlock(block, "tool_use")) {
    events.push({ kind: "called", name: block.name });
  } else if (isBlock(block, "tool_result")) {
    if (typeof block.content !== "string") for (const part of block.content ?? []) addReference(part, events);
  } else if (isBlock(block, "tool_search_tool_result")) {
    for (const reference of block.content.tool_references ?? []) addReference(reference, events);
  } else if (isToolChange(block)) {
    const name = block.tool?.name ?? block.tool?.definition?.name;
    if (name !== undefined) events.push({ kind: block.type === "tool_addition" ? "shown" : "removed", name });
  } else if (isBlock(block, "compaction")) {
    for (const change of block.tool_changes ?? []) addToolEvents(change, events);
  }
}

function addReference(block: ContentBlock, events: ToolEvent[]): void {
  if (isBlock(block, "tool_reference")) events.push({ kind: "shown", name: block.tool_name });
}
