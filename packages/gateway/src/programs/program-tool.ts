import type * as Code from "@toolcrib/code";
import type { Tool } from "@toolcrib/core";
import { programToolName, withoutCallers } from "../inner-form/program-parts.ts";
import { type CallableTool, describedTool } from "./callable-tools.ts";
import type { ProgramRequest } from "./program-request.ts";

/** The tools that programs know without a search. */
export function shownTools({ callable }: ProgramRequest): readonly CallableTool[] {
  return [...callable.values()].filter(({ tool }) => tool.defer_loading !== true);
}

/** The tools as the upstream gets them: one that takes programs, in place of the API's entry and of the tools that only programs call. */
export async function innerTools(
  tools: readonly Tool[],
  program: ProgramRequest,
  { language, keepsState }: Pick<Code.ProgramDefinitionOptions, "language" | "keepsState">,
  { programDefinitionInTurns }: Pick<typeof Code, "programDefinitionInTurns">,
): Promise<readonly Tool[]> {
  const { entry, callable, direct } = program;
  const shown = shownTools(program);
  const search = shown.length < callable.size;
  const options = { language, search, ...(keepsState && { keepsState }) };
  const { description, inputSchema } = await programDefinitionInTurns(shown.map(describedTool), options);
  const cacheControl = entry.cache_control === undefined ? {} : { cache_control: entry.cache_control };
  const own: Tool = { name: programToolName, description, input_schema: inputSchema, ...cacheControl };
  return tools.flatMap((tool) => (tool === entry ? [own] : direct.has(tool) ? [withoutCallers(tool)] : []));
}
