import { type ContentBlock, textBlock } from "../conversation/message.ts";
import type { Tool } from "../tools/tool.ts";

/** For upstreams that know no references and have the tools in `tools`: a note that they can be called. */
export function nameReferences(tools: readonly Tool[]): readonly ContentBlock[] {
  if (tools.length === 0) return [];
  return [textBlock(`Tools ready to call: ${tools.map(({ name }) => name).join(", ")}.`)];
}
