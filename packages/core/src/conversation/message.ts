/** A content block of the Anthropic Messages API. Fields and types that the engine does not know pass untouched. */
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

/** A call of a tool that the API's side runs. */
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
   * What the references in it do not tell. Text beside references confuses some models, so it goes up behind the results only where it
   * does no harm, and otherwise in the next message that takes it. Never sent as a field.
   */
  readonly heldNotes?: readonly TextBlock[];
}

/** Loads a tool: stands in a tool result, or in the result of the API's own search. */
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

/** A tool that joins or leaves in mid-conversation. */
export interface ToolChangeBlock extends ContentBlock {
  readonly type: "tool_addition" | "tool_removal";
  readonly tool: ContentBlock & {
    readonly name?: string;
    readonly server_name?: string;
    readonly definition?: { readonly name?: string };
  };
}

/** What the API leaves of a compacted range; signed, so it goes back as it came. */
interface CompactionBlock extends ContentBlock {
  readonly type: "compaction";
  readonly tool_changes?: readonly ToolChangeBlock[] | null;
}

/** What a compaction leaves on its boundary for the turns after it. Never sent. */
export interface CompactMetadata {
  readonly kind: "full" | "partial" | "memory" | "snip";
  /** The tools that had been found before, sorted. Absent if there were none. */
  readonly preCompactDiscoveredTools?: readonly string[];
  /** The skills that had been discovered before, sorted. Absent if there were none. */
  readonly preCompactDiscoveredSkills?: readonly string[];
}

/** A message of the conversation. `system` stands for the API's mid-conversation system messages. */
export interface Message {
  readonly role: "user" | "assistant" | "system";
  readonly content: string | readonly ContentBlock[];
  /** Marks the boundary of a compaction. */
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

/** Whether a block is of this type. */
export function isBlock<Type extends keyof BlockByType>(block: ContentBlock, type: Type): block is BlockByType[Type] {
  return block.type === type;
}

/** Whether a block adds or removes a tool. */
export function isToolChange(block: ContentBlock): block is ToolChangeBlock {
  return block.type === "tool_addition" || block.type === "tool_removal";
}

/** Whether a block is a call that the API's side runs (a server tool, or a tool of the MCP connector). */
export function isServerCall(block: ContentBlock): block is ServerCallBlock {
  return block.type === "server_tool_use" || block.type === "mcp_tool_use";
}

/** Whether a block is the result of a call that the API's side ran. */
export function isServerResult(block: ContentBlock): block is ContentBlock & { readonly tool_use_id: string } {
  return block.type !== "tool_result" && block.type.endsWith("tool_result");
}

/**
 * Whether a message of the assistant leaves a call to the API's side open. Its result opens the next answer, and until then
 * the API takes nothing but tool results after it.
 */
export function hasPendingServerCall(blocks: readonly ContentBlock[]): boolean {
  return blocks.some(
    (block) => isServerCall(block) && !blocks.some((other) => isServerResult(other) && other.tool_use_id === block.id),
  );
}

/** Whether the user may say something at the end of the conversation, besides giving the results of calls. */
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

/** The result with texts behind its content. */
export function withTexts(result: ToolResultBlock, texts: readonly ContentBlock[]): ToolResultBlock {
  const content = typeof result.content === "string" ? [textBlock(result.content)] : (result.content ?? []);
  return { ...result, content: [...content, ...texts] };
}

export function textBlock(text: string): TextBlock {
  return { type: "text", text };
}
