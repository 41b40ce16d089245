/** A content block of the Anthropic Messages API. Unknown fields and types pass through unchanged. */
export interface ContentBlock {
  readonly type: string;
}

export interface TextBlock extends ContentBlock {
  readonly type: "text";
  readonly text: string;
}

/** A call of a tool that the client runs. */
export interface ToolUseBlock extends ContentBlock {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** A call of a tool that runs on the API's side. */
export interface ServerCallBlock extends ContentBlock {
  readonly id: string;
  readonly name: string;
  readonly input?: unknown;
}

export interface ToolResultBlock extends ContentBlock {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content?: string | readonly ContentBlock[];
  readonly is_error?: boolean;
  /**
   * Information that the references do not carry. Text next to references confuses some models, so it is sent after the
   * results only where it does no harm, and otherwise in the next suitable message. Never sent as a field.
   */
  readonly heldNotes?: readonly TextBlock[];
}

/** Loads a tool: part of a tool result, or of the result of the API's own search. */
export interface ToolReferenceBlock extends ContentBlock {
  readonly type: "tool_reference";
  readonly tool_name: string;
}

/** The result of the API's own search. */
export interface ServerSearchResultBlock extends ContentBlock {
  readonly type: "tool_search_tool_result";
  readonly tool_use_id: string;
  readonly content: ContentBlock & { readonly tool_references?: readonly ToolReferenceBlock[] };
}

/** A tool that is added or removed in mid-conversation. */
export interface ToolChangeBlock extends ContentBlock {
  readonly type: "tool_addition" | "tool_removal";
  readonly tool: ContentBlock & {
    readonly name?: string;
    readonly server_name?: string;
    readonly definition?: { readonly name?: string };
  };
}

/** The API's replacement for a compacted range; signed, so it is returned unchanged. */
interface CompactionBlock extends ContentBlock {
  readonly type: "compaction";
  readonly tool_changes?: readonly ToolChangeBlock[] | null;
}

/** What a compaction stores on its boundary for later turns. Never sent. */
export interface CompactMetadata {
  readonly kind: "full" | "partial" | "memory" | "snip";
  /** The tools found before it, sorted. Absent if there were none. */
  readonly preCompactDiscoveredTools?: readonly string[];
  /** The skills discovered before it, sorted. Absent if there were none. */
  readonly preCompactDiscoveredSkills?: readonly string[];
}

/** A message of the conversation. `system` is for the API's mid-conversation system messages. */
export interface Message {
  readonly role: "user" | "assistant" | "system";
  readonly content: string | readonly ContentBlock[];
  /** Present on the boundary of a compaction. */
  readonly compactMetadata?: CompactMetadata;
}

interface BlockByType {
  readonly text: TextBlock;
  readonly tool_use: ToolUseBlock;
  readonly tool_result: ToolResultBlock;
  readonly tool_reference: ToolReferenceBlock;
  readonly tool_search_tool_result: ServerSearchResultBlock;
  readonly compaction: CompactionBlock;
}

export function isBlock<Type extends keyof BlockByType>(block: ContentBlock, type: Type): block is BlockByType[Type] {
  return block.type === type;
}

/** Whether a block adds or removes a tool. */
export function isToolChange(block: ContentBlock): block is ToolChangeBlock {
  return block.type === "tool_addition" || block.type === "tool_removal";
}

/** Whether a block is a call that runs on the API's side (a server tool, or a tool of the MCP connector). */
export function isServerCall(block: ContentBlock): block is ServerCallBlock {
  return block.type === "server_tool_use" || block.type === "mcp_tool_use";
}

/** Whether a block is the result of a call that ran on the API's side. */
export function isServerResult(block: ContentBlock): block is ContentBlock & { readonly tool_use_id: string } {
  return block.type !== "tool_result" && block.type.endsWith("tool_result");
}

/**
 * Whether an assistant message has an open server-side call. Its result starts the next response, and until then the
 * API accepts only tool results after it.
 */
export function hasPendingServerCall(blocks: readonly ContentBlock[]): boolean {
  return blocks.some(
    (block) => isServerCall(block) && !blocks.some((other) => isServerResult(other) && other.tool_use_id === block.id),
  );
}

/** Whether user text may be added at the end of the conversation, in addition to tool results. */
export function takesUserText(messages: readonly Message[]): boolean {
  if (messages.at(-1)?.role !== "user") return false;
  const assistant = messages.findLast(({ role }) => role === "assistant");
  return assistant === undefined || !hasPendingServerCall(blocksOf(assistant));
}

/** The blocks of a message; a string is one text block. */
export function blocksOf(message: Message): readonly ContentBlock[] {
  if (typeof message.content !== "string") return message.content;
  return message.content === "" ? [] : [textBlock(message.content)];
}

/** The result with texts appended to its content. */
export function withTexts(result: ToolResultBlock, texts: readonly ContentBlock[]): ToolResultBlock {
  const content = typeof result.content === "string" ? [textBlock(result.content)] : (result.content ?? []);
  return { ...result, content: [...content, ...texts] };
}

export function textBlock(text: string): TextBlock {
  return { type: "text", text };
}
