import type { ContentBlock } from "@toolcrib/core";

/** A block with any other fields it came with. */
export type LooseBlock = ContentBlock & { readonly [field: string]: unknown };

/**
 * The text of any block. A block that has no chat equivalent (a search result, a server-side call, a future type) is
 * written as JSON: dropping it or rejecting the request would be worse.
 */
export function blockText(block: LooseBlock): string {
  if (typeof block["text"] === "string") return block["text"];
  if (block.type === "search_result") {
    return joinTexts([block["title"], block["source"], block["content"]].map(contentText));
  }
  const { cache_control: _breakpoint, ...rest } = block;
  return JSON.stringify(rest);
}

/** The text of a string or of content blocks. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? joinTexts((content as LooseBlock[]).map(blockText)) : "";
}

export function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}
