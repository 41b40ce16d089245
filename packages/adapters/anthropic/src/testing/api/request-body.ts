/** A content block as received. */
export interface WireBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface WireMessage {
  readonly role: string;
  readonly content: string | readonly WireBlock[];
}

export interface WireToolEntry {
  readonly name?: string;
  readonly type?: string | null;
  readonly description?: string;
  readonly input_schema?: { readonly type?: unknown };
  readonly defer_loading?: boolean;
  readonly cache_control?: unknown;
}

/** A request that has passed every check. */
export interface RequestBody {
  readonly model: string;
  readonly max_tokens: number;
  readonly messages: readonly WireMessage[];
  readonly tools?: readonly WireToolEntry[];
  readonly system?: string | readonly WireBlock[];
  readonly stream?: boolean;
  readonly thinking?: { readonly type: string; readonly display?: string };
}

export function blocksOf({ content }: WireMessage): readonly WireBlock[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** The blocks inside a tool result. */
export function innerBlocks(block: WireBlock): readonly WireBlock[] {
  const { content } = block as { readonly content?: unknown };
  return block.type === "tool_result" && Array.isArray(content) ? (content as WireBlock[]) : [];
}

/** The names of all references in a message: in its tool results, in the results of the API's own search, and of tools that it adds. */
export function referencedNames(message: WireMessage): string[] {
  return blocksOf(message).flatMap((block) => {
    if (block.type === "tool_addition") {
      const { type, name } = block["tool"] as { readonly type: string; readonly name?: string };
      return type === "tool_reference" ? [String(name)] : [];
    }
    const search = block["content"] as { readonly tool_references?: readonly WireBlock[] } | undefined;
    const references = block.type === "tool_search_tool_result" ? (search?.tool_references ?? []) : innerBlocks(block);
    return references
      .filter(({ type }) => type === "tool_reference")
      .map((reference) => String(reference["tool_name"]));
  });
}
