import { type ContentBlock, isBlock, isServerCall } from "./message.ts";

/** Tells a user interface to collapse a block: searches are internal and not worth showing. */
export interface FoldAwayMark {
  readonly isFoldedAway: true;
  /** No name is shown. */
  readonly visibleName: "";
  /** The group that absorbs it. */
  readonly group: "tool-search";
  /** Whether it counts in "3 tools called". */
  readonly countsInGroup: false;
}

export const foldAwayMark: FoldAwayMark = {
  isFoldedAway: true,
  visibleName: "",
  group: "tool-search",
  countsInGroup: false,
};

/** The mark for a search call, by the client's search tool or the API's own; undefined for any other block. */
export function displayOf(block: ContentBlock, searchToolName: string): FoldAwayMark | undefined {
  const isClientSearch = isBlock(block, "tool_use") && block.name === searchToolName;
  const isServerSearch = isServerCall(block) && block.name.startsWith("tool_search_tool_");
  return isClientSearch || isServerSearch || block.type === "tool_search_tool_result" ? foldAwayMark : undefined;
}
