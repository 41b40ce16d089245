export { isAnnouncement } from "./announcement-text.ts";
export { checkMessages } from "./check-message.ts";
export { displayOf, type FoldAwayMark } from "./fold-away.ts";
export type { CompactMetadata, TextBlock, ToolReferenceBlock } from "./message.ts";
