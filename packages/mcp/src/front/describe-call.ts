import { describeValue } from "@toolcrib/shared/errors";
import type { PooledTool } from "../lists/pooled-tool.ts";
import type { ToolResult } from "../pool/tool-result.ts";
import { describeNearestNames } from "./describe-nearest-names.ts";
import { maxDescribedTools } from "./front-tools.ts";
import type { FrontView } from "./front-view.ts";
import { showDefinition } from "./show-definition.ts";
import { errorResult, textResult } from "./text-result.ts";

/** For each name that does not exist, every name is compared: hints are for a few mistakes, not for a list of guesses. */
const maxHints = 3;

/** Answers `describe_tools`: full definitions of the tools that the client may see. */
export async function answerDescribe(
  view: FrontView,
  input: unknown,
): Promise<{ readonly result: ToolResult; readonly found: readonly PooledTool[] }> {
  const { names } = (input ?? {}) as { readonly names?: unknown };
  const list = typeof names === "string" ? [names] : names;
  if (!Array.isArray(list) || list.length === 0) {
    const text = `describe_tools: expected names to be a list of tool names, got ${describeValue(names)}.`;
    return { result: errorResult(text), found: [] };
  }
  if (list.length > maxDescribedTools) {
    const text = `describe_tools: expected at most ${maxDescribedTools} names, got ${list.length}. Ask for the tools that are needed now.`;
    return { result: errorResult(text), found: [] };
  }
  const found: PooledTool[] = [];
  const lines: string[] = [];
  let unknown = 0;
  for (const name of new Set(list.map(String))) {
    const tool = view.tool(name);
    if (tool !== undefined) {
      found.push(tool);
      lines.push(showDefinition(tool));
      continue;
    }
    unknown++;
    const hint = unknown > maxHints ? "" : await describeNearestNames(view, name);
    lines.push(`No tool ${JSON.stringify(name.slice(0, 100))}.${hint}`);
  }
  const text = lines.join("\n");
  return { result: found.length > 0 ? textResult(text) : errorResult(text), found };
}
