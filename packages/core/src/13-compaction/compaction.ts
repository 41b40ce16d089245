import { hashText } from "@toolcrib/shared/hash";
import { compareNames } from "@toolcrib/shared/names";
import { ConversationReader } from "../06-found-tools/conversation-reader.ts";
import { readMessageFacts } from "../06-found-tools/message-facts.ts";
import type { Announced } from "../conversation/announced.ts";
import { blocksOf, type CompactMetadata, type ContentBlock, type Message, textBlock } from "../conversation/message.ts";
import { discoveredSkills } from "../skills/discovered-skills.ts";
import { serverOf } from "../tools/tool.ts";
import { callIdOf, resultIdOf } from "./call-ids.ts";

/** Which part of the conversation goes: all of it, its beginning, what a memory file holds, or old messages one by one. */
export type CompactionKind = CompactMetadata["kind"];

/**
 * Step 13. What must be written on the boundary before messages go: the found tools, sorted, those of earlier boundaries included.
 * Tools that are in the prompt anyway are left out, and where none is left nothing is written. Discovered skills likewise.
 */
export function snapshotBeforeCompaction(
  messages: readonly Message[],
  kind: CompactionKind,
  isInPrompt?: (name: string) => boolean,
): CompactMetadata {
  const { found, announced } = new ConversationReader().read(messages);
  const isLeftOut = isInPrompt ?? guessInPrompt(messages, announced);
  const names = found.inOrder.filter((name) => !isLeftOut(name)).sort(compareNames);
  const skills = [...discoveredSkills(messages)].sort(compareNames);
  return {
    kind,
    ...(names.length === 0 ? {} : { preCompactDiscoveredTools: names }),
    ...(skills.length === 0 ? {} : { preCompactDiscoveredSkills: skills }),
  };
}

/**
 * Without the catalogue, a tool that was called and never loaded is taken for one that is in the prompt: the search tool, or an eager
 * one. Not so if its name was announced: such a tool is deferred, and may have run without being loaded. Where nothing was announced,
 * all tools of MCP servers are taken for deferred ones.
 */
function guessInPrompt(messages: readonly Message[], { names, counts }: Announced): (name: string) => boolean {
  const events = messages.flatMap((message, position) => readMessageFacts(message, position).toolEvents);
  const loaded = new Set(events.flatMap(({ kind, name }) => (kind === "called" ? [] : [name])));
  const isDeferred = (name: string): boolean => {
    if (names.has(name)) return true;
    const server = serverOf({ name });
    // Of some servers, only the number of tools is announced.
    return server !== undefined && (names.size === 0 || counts.has(server));
  };
  return (name) => !loaded.has(name) && !isDeferred(name);
}

/** A compaction to carry out. */
export interface Compaction {
  readonly messages: readonly Message[];
  readonly kind: Exclude<CompactionKind, "snip">;
  /** What stands for the messages that go. */
  readonly summary: string | readonly ContentBlock[];
  /** The position of the first message to keep; by default none is kept. */
  readonly keepFrom?: number;
  /**
   * Which tools are in the prompt anyway, so that the snapshot need not name them. By default, those that were called, but never
   * loaded or announced; where nothing is announced, only those of no MCP server.
   */
  readonly isInPrompt?: (name: string) => boolean;
}

/** The conversation after a compaction: a boundary with the summary and the snapshot, and the messages that are kept. */
export function compactConversation(compaction: Compaction): readonly Message[] {
  const { messages, kind, summary, isInPrompt } = compaction;
  const boundary: Message = {
    role: "user",
    content: typeof summary === "string" ? [textBlock(summary)] : summary,
    compactMetadata: snapshotBeforeCompaction(messages, kind, isInPrompt),
  };
  return [boundary, ...messages.slice(keptPosition(messages, compaction.keepFrom ?? messages.length))];
}

/** A result is never separated from its call: the cut moves in front of the call. */
function keptPosition(messages: readonly Message[], keepFrom: number): number {
  let position = Math.max(0, keepFrom);
  for (;;) {
    const kept = messages.slice(position).flatMap(blocksOf);
    const calls = new Set(kept.flatMap(callIdOf));
    const parted = new Set(kept.flatMap(resultIdOf).filter((id) => !calls.has(id)));
    const holdsCall = (message: Message): boolean =>
      blocksOf(message)
        .flatMap(callIdOf)
        .some((id) => parted.has(id));
    const earlier = messages.findIndex(holdsCall);
    if (earlier < 0) return position;
    position = earlier;
  }
}

/**
 * A search as if it had just happened: two messages whose references load tools again after a compaction took theirs away.
 * Put them behind the boundary for the tools that are needed at once; the others are found again by a search or a call.
 */
export function reloadTools(names: readonly string[], searchToolName = "ToolSearch"): readonly Message[] {
  const sorted = [...new Set(names)].sort(compareNames);
  if (sorted.length === 0) return [];
  const id = `toolu_reload_${hashText(sorted.join(","))}`;
  const call = { type: "tool_use", id, name: searchToolName, input: { query: `select:${sorted.join(",")}` } };
  const references = sorted.map((name) => ({ type: "tool_reference", tool_name: name }));
  return [
    { role: "assistant", content: [call] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: references } as ContentBlock] },
  ];
}
