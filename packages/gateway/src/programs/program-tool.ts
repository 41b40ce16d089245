import type * as Code from "@toolcrib/code";
import type { ProgramLanguage } from "@toolcrib/code";
import type { Tool } from "@toolcrib/core";
import { programToolName, withoutCallers } from "../inner-form/program-parts.ts";
import type { ProgramRequest } from "./program-request.ts";

const introductions: Readonly<Record<ProgramLanguage, string>> = {
  javascript:
    "Runs a JavaScript program that calls tools. It is the body of an async function: use await, and Promise.all for calls side by side. Filter and combine results in the program; only what it prints with console.log or returns comes back. There are no modules, files or network.",
  python:
    "Runs a Python program that calls tools. It is the body of an async function: use await, and asyncio.gather for calls side by side. Filter and combine results in the program; only what it prints or returns comes back. There are no files or network.",
};

/** A tool's result is text in the Messages API. */
const textResult = { type: "string" };

export function describedTool(tool: Tool): Code.DescribedTool {
  const { name = "", description, input_schema: inputSchema } = tool;
  return { name, ...(typeof description === "string" && { description }), inputSchema, outputSchema: textResult };
}

/** The tools as the upstream gets them: one that takes programs, in place of the API's entry and of the tools that only programs call. */
export function innerTools(
  tools: readonly Tool[],
  { entry, callable, direct }: ProgramRequest,
  language: ProgramLanguage,
  { describeTools }: Pick<typeof Code, "describeTools">,
): readonly Tool[] {
  const shown = [...callable.values()].filter((tool) => tool.defer_loading !== true);
  const search = shown.length < callable.size;
  const signatures = describeTools(shown.map(describedTool), { language, search });
  const cacheControl = entry.cache_control === undefined ? {} : { cache_control: entry.cache_control };
  const own: Tool = {
    name: programToolName,
    description: `${introductions[language]}\n\n${signatures}`,
    input_schema: { type: "object", properties: { code: { type: "string" } }, required: ["code"] },
    ...cacheControl,
  };
  return tools.flatMap((tool) => (tool === entry ? [own] : direct.has(tool) ? [withoutCallers(tool)] : []));
}
