import type { ToolNames } from "../tools/tool-names.ts";
import type { MediaRules } from "./media-parts.ts";

/** What the conversion of one conversation needs to know. */
export interface PromptContext extends MediaRules {
  readonly upstreamName: string;
  readonly names: ToolNames;
  /** The calls seen so far, by the id that the client knows. */
  readonly calls: Map<string, { readonly id: string; readonly toolName: string }>;
}
