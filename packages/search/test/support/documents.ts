import type { SearchableTool, ToolDocument } from "@toolcrib/search";
import { toDocument } from "../../src/tool/document.ts";

/** A tool as search reads it. */
export function documentOf(tool: SearchableTool): ToolDocument {
  return toDocument(tool);
}
