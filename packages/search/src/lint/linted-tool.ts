import { openingOf } from "../semantic/tool-texts.ts";
import { type ToolDocument, toDocument } from "../tool/document.ts";
import type { SearchableTool } from "../tool/searchable-tool.ts";

/** A tool with data that several rules use. */
export interface LintedTool {
  readonly document: ToolDocument;
  readonly firstSentence: string;
  readonly schema: unknown;
}

export function toLintedTool(tool: SearchableTool): LintedTool {
  const document = toDocument(tool);
  return {
    document,
    firstSentence: openingOf(document.description),
    schema: tool.inputSchema ?? tool.input_schema,
  };
}
