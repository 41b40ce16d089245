import type { ContentBlock } from "@toolcrib/core";

/** A block with whatever fields it came with. */
export type LooseBlock = ContentBlock & { readonly [field: string]: unknown };

/**
 * The text of any block. One that a chat model has no form for (a search result, a call that the API's side ran, a type of next year)
 * is written out as data: losing it or refusing the request would be worse.
 */
export function blockText(block: LooseBlock): string {
  if (typeof block["text"] === "string") return block["text"];
  if (block.type === "search_result") {
    return joinTexts([block["title"], block["source"], block["content"]].map(contentText));
  }
  const { cache_control: _breakpoint, ...rest } = block;
  return JSON.stringify(rest);
}

/** The text of a string or of blocks. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? joinTexts((content as LooseBlock[]).map(blockText)) : "";
}

export function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}
