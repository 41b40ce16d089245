import type { Tool } from "@toolcrib/core";
import { oncePer } from "../../../../caches/once-per.ts";
import { customTool, grammarAt } from "../../shared/custom-tools.ts";
import { argumentSchemaAt } from "../../shared/function-schema.ts";
import { invalid, unsupported } from "../../shared/parameter-errors.ts";
import {
  type Fields,
  isAbsent,
  listAt,
  nameAt,
  optional,
  present,
  recordAt,
  stringAt,
} from "../../shared/read-values.ts";
import { checkType } from "../../shared/support.ts";
import { toolTypes } from "./support-table.ts";
import { type ClientTool, flatName, maxFlatLength, type ToolNames } from "./tool-names.ts";

type NamedTool = Tool & { readonly name: string };

/** The tools of a request in the inner form, and how the client knows them. */
export interface ParsedTools {
  readonly tools: readonly Tool[];
  readonly names: ToolNames;
}

const maxMemberNameLength = 256;
/** A namespace's description stands in each of its members, so it must not be long. */
const maxNamespaceNoteLength = 200;
const namePattern = /^[a-zA-Z0-9_-]+$/;
const none: ParsedTools = { tools: [], names: new Map() };

/** Parses `tools`. The same array comes with every turn of a conversation, and gives the same tools. */
export function parseTools(value: unknown): ParsedTools {
  return isAbsent(value) ? none : parseList(listAt(value, "tools"));
}

const parseList = oncePer((list: readonly unknown[]): ParsedTools => {
  const tools: Tool[] = [];
  const names = new Map<string, ClientTool>();
  const add = (tool: NamedTool, client: ClientTool, field: string): void => {
    if (names.has(tool.name)) throw invalid(`${field}.name`, `another tool is already called ${tool.name}`);
    names.set(tool.name, client);
    tools.push(tool);
  };
  for (const [position, value] of list.entries()) {
    const field = `tools[${position}]`;
    const entry = recordAt(value, field);
    const type = stringAt(entry["type"], `${field}.type`);
    checkType(type, field, toolTypes);
    if (type === "namespace") addMembers(entry, field, add);
    else {
      const name = nameAt(entry["name"], `${field}.name`, maxFlatLength);
      if (!namePattern.test(name)) throw invalid(`${field}.name`, `expected it to match ${namePattern.source}`);
      add(toTool(entry, name, field), { kind: kindOf(type), name }, field);
    }
  }
  return { tools, names };
});

function addMembers(
  entry: Fields,
  field: string,
  add: (tool: NamedTool, client: ClientTool, field: string) => void,
): void {
  const namespace = nameAt(entry["name"], `${field}.name`, maxMemberNameLength);
  const description = optional(entry["description"], `${field}.description`, stringAt);
  for (const [position, value] of listAt(entry["tools"], `${field}.tools`).entries()) {
    const place = `${field}.tools[${position}]`;
    const member = recordAt(value, place);
    const type = stringAt(member["type"], `${place}.type`);
    if (type !== "function" && type !== "custom") throw invalid(`${place}.type`, "expected function or custom");
    const name = nameAt(member["name"], `${place}.name`, maxMemberNameLength);
    const tool = toTool(member, flatName(namespace, name), place);
    add(withNote(tool, namespace, description), { kind: kindOf(type), name, namespace }, place);
  }
}

function kindOf(type: string): ClientTool["kind"] {
  return type === "custom" ? "custom" : "function";
}

function withNote<Described extends Tool>(tool: Described, namespace: string, note: string | undefined): Described {
  if (note === undefined || note.trim() === "") return tool;
  const short = note.length <= maxNamespaceNoteLength ? note : `${note.slice(0, maxNamespaceNoteLength)}…`;
  return { ...tool, description: [tool.description ?? "", `Part of ${namespace}: ${short}`].join("\n\n").trim() };
}

function toTool(entry: Fields, name: string, field: string): NamedTool {
  if (entry["defer_loading"] === true) {
    throw unsupported(`${field}.defer_loading`, "the gateway defers tools itself; send them without it");
  }
  if (entry["async"] === true) throw unsupported(`${field}.async`, "calls are answered in the next request");
  const callers = optional(entry["allowed_callers"], `${field}.allowed_callers`, listAt);
  if (callers?.includes("direct") === false) {
    throw unsupported(`${field}.allowed_callers`, "programs are not run here, so a tool must allow direct calls");
  }
  const description = optional(entry["description"], `${field}.description`, stringAt);
  if (entry["type"] === "custom") return customTool(name, description, grammarAt(entry["format"], `${field}.format`));
  return {
    name,
    ...present({ description }),
    input_schema: argumentSchemaAt(entry["parameters"], `${field}.parameters`),
    ...(entry["strict"] === true && { strict: true }),
  };
}
