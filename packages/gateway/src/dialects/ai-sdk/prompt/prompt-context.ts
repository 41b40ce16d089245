import type { ToolNames } from "../../shared/tools/tool-names.ts";
import type { MediaRules } from "./media-parts.ts";

/** Context for converting one conversation. */
export interface PromptContext extends MediaRules {
  readonly upstreamName: string;
  readonly names: ToolNames;
  /** The calls seen so far, by the client's id. */
  readonly calls: Map<string, { readonly id: string; readonly toolName: string }>;
}
