import { isDeepStrictEqual } from "node:util";
import type { SearchableTool } from "@toolcrib/search";
import { CommandError } from "../errors/command-error.ts";
import { describeJson } from "../errors/describe-json.ts";
import { type JsonRecord, readRecords } from "./records.ts";

interface PlacedTool {
  readonly place: string;
  readonly tool: SearchableTool;
}

/**
 * Reads the tools of one or several files, in order.
 * The same definition may be in several places; two different ones under one name are a mistake.
 */
export async function readTools(files: readonly string[]): Promise<SearchableTool[]> {
  const toolsByName = new Map<string, PlacedTool>();
  for (const file of files) {
    const records = await readRecords(file, "tools");
    if (records.length === 0) {
      throw new CommandError("file_empty", { file, expected: "at least one tool" });
    }
    for (const record of records) {
      addTool(toolsByName, { place: record.place, tool: toTool(record) });
    }
  }
  return [...toolsByName.values()].map(({ tool }) => tool);
}

function addTool(toolsByName: Map<string, PlacedTool>, added: PlacedTool): void {
  const { name } = added.tool;
  const first = toolsByName.get(name);
  if (first === undefined) {
    toolsByName.set(name, added);
  } else if (!isDeepStrictEqual(first.tool, added.tool)) {
    throw new CommandError("tools_conflict", {
      place: added.place,
      firstPlace: first.place,
      name: describeJson(name),
    });
  }
}

function toTool({ place, fields }: JsonRecord): SearchableTool {
  const { name } = fields;
  if (typeof name !== "string" || name === "") {
    throw new CommandError("tool_invalid", { place, expected: "a name", received: describeJson(name) });
  }
  return {
    name,
    description: readOptionalText(place, fields, "description"),
    inputSchema: fields["inputSchema"] ?? fields["input_schema"] ?? null,
    server: readOptionalText(place, fields, "server"),
    searchHint: readOptionalText(place, fields, "searchHint"),
  };
}

function readOptionalText(place: string, fields: JsonRecord["fields"], key: string): string | null {
  const value = fields[key] ?? null;
  if (value !== null && typeof value !== "string") {
    throw new CommandError("tool_invalid", {
      place,
      expected: `${key} to be a text or null`,
      received: describeJson(value),
    });
  }
  return value;
}
