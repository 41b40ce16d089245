import { isRecord } from "@toolcrib/shared/json";
import type { Fields } from "../../../shared/read-values.ts";

export const programEntryType = "programmatic_tool_calling";
const programItems: ReadonlySet<unknown> = new Set(["program", "program_output"]);

/** Whether a request lets programs call tools: it has the API's entry, and a tool that programs may call. */
export function usesPrograms({ tools }: Fields): boolean {
  if (!Array.isArray(tools)) return false;
  const known = tools.filter(isRecord);
  const members = known.flatMap(({ tools: inner }) => (Array.isArray(inner) ? inner.filter(isRecord) : []));
  return known.some(isEntry) && [...known, ...members].some(allowsPrograms);
}

function isEntry({ type }: Fields): boolean {
  return type === programEntryType;
}

function allowsPrograms({ allowed_callers: callers }: Fields): boolean {
  return Array.isArray(callers) && callers.includes("programmatic");
}

/** A request with something harmless in place of what the gateway itself does with programs: the rest has to suit the upstream. */
export function withoutProgramParts(body: Fields): Fields {
  const { tools, input, tool_choice: choice } = body;
  return {
    ...body,
    tools: listOf(tools, toolWithoutPrograms),
    input: listOf(input, itemWithoutPrograms),
    tool_choice: choiceWithoutPrograms(choice),
  };
}

function listOf(value: unknown, change: (entry: Fields) => Fields): unknown {
  return Array.isArray(value) ? value.map((entry: unknown) => (isRecord(entry) ? change(entry) : entry)) : value;
}

function toolWithoutPrograms(tool: Fields): Fields {
  if (isEntry(tool)) return { type: "tool_search" };
  const { allowed_callers: _callers, ...rest } = tool;
  return "tools" in rest ? { ...rest, tools: listOf(rest["tools"], toolWithoutPrograms) } : rest;
}

function itemWithoutPrograms(item: Fields): Fields {
  if (programItems.has(item["type"])) return { role: "assistant", content: "" };
  if (!("caller" in item)) return item;
  const { caller: _caller, ...rest } = item;
  return rest;
}

function choiceWithoutPrograms(choice: unknown): unknown {
  if (!isRecord(choice)) return choice;
  if (isEntry(choice)) return "auto";
  const { tools } = choice;
  return Array.isArray(tools)
    ? { ...choice, tools: tools.filter((tool) => !isRecord(tool) || !isEntry(tool)) }
    : choice;
}
