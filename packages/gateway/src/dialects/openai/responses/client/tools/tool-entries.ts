import type { Tool } from "@toolcrib/core";
import { withSearchText } from "../../../../../inner-form/search-text.ts";
import { customTool, grammarAt } from "../../../shared/custom-tools.ts";
import { argumentSchemaAt } from "../../../shared/function-schema.ts";
import { invalid } from "../../../shared/parameter-errors.ts";
import { type Fields, listAt, nameAt, optional, present, recordAt, stringAt } from "../../../shared/read-values.ts";
import { type ClientTool, flatName, maxFlatLength, type ToolNames } from "../../wire/tool-names.ts";
import { type ProgramFields, programFieldsAt } from "./program-fields.ts";

type NamedTool = Tool & { readonly name: string };

/** A tool in the inner form, and as the client knows it. */
export interface ToolEntry {
  readonly tool: NamedTool;
  readonly client: ClientTool;
  /** Whether the client keeps it out of the prompt until a search finds it. */
  readonly isDeferred: boolean;
  /** What it says about programs. */
  readonly programs: ProgramFields;
  /** The path of its definition. */
  readonly field: string;
}

const maxMemberNameLength = 256;
/** A namespace's description stands in each of its members, so it must not be long. */
const maxNamespaceNoteLength = 200;
const namePattern = /^[a-zA-Z0-9_-]+$/;

/** The tools of a `function`, `custom` or `namespace` entry. */
export function toolEntries(entry: Fields, type: string, field: string): readonly ToolEntry[] {
  if (type === "namespace") return memberEntries(entry, field);
  const name = nameAt(entry["name"], `${field}.name`, maxFlatLength);
  if (!namePattern.test(name)) throw invalid(`${field}.name`, `expected it to match ${namePattern.source}`);
  return [toEntry(entry, { kind: kindOf(type), name, definition: entry }, { name, field })];
}

function memberEntries(entry: Fields, field: string): readonly ToolEntry[] {
  const namespace = nameAt(entry["name"], `${field}.name`, maxMemberNameLength);
  const namespaceDescription = optional(entry["description"], `${field}.description`, stringAt);
  return listAt(entry["tools"], `${field}.tools`).map((value, position) => {
    const at = `${field}.tools[${position}]`;
    const member = recordAt(value, at);
    const type = stringAt(member["type"], `${at}.type`);
    if (type !== "function" && type !== "custom") throw invalid(`${at}.type`, "expected function or custom");
    const name = nameAt(member["name"], `${at}.name`, maxMemberNameLength);
    const client: ClientTool = { kind: type, name, namespace, definition: member, namespaceDescription };
    const read = toEntry(member, client, { name: flatName(namespace, name), field: at });
    return { ...read, tool: withNote(read.tool, namespace, namespaceDescription) };
  });
}

/**
 * A function that is loaded comes back with its own name as its namespace. A member of that name in a namespace of that name could not be
 * told from it.
 */
export function checkOwnNamespace({ client: { name, namespace }, field }: ToolEntry, names: ToolNames): void {
  const other = namespace === undefined ? flatName(name, name) : name;
  if (namespace !== undefined && namespace !== name) return;
  const known = names.get(other);
  if (known?.name === name && (known.namespace === undefined) !== (namespace === undefined)) {
    throw invalid(`${field}.name`, `a function and a member of a namespace are both called ${name} in ${name}`);
  }
}

function kindOf(type: string): "function" | "custom" {
  return type === "custom" ? "custom" : "function";
}

function withNote(tool: NamedTool, namespace: string, note: string | undefined): NamedTool {
  if (note === undefined || note.trim() === "") return tool;
  const short = note.length <= maxNamespaceNoteLength ? note : `${note.slice(0, maxNamespaceNoteLength)}…`;
  const description = [tool.description ?? "", `Part of ${namespace}: ${short}`].join("\n\n").trim();
  // Every member has the same note, which would outweigh a short description. One that repeats the name says nothing else.
  const hint = short.includes(namespace) ? undefined : short;
  return withSearchText({ ...tool, description }, { description: tool.description ?? undefined, hint });
}

function toEntry(
  entry: Fields,
  client: ClientTool,
  { name, field }: { readonly name: string; readonly field: string },
): ToolEntry {
  const isDeferred = entry["defer_loading"] === true;
  const programs = programFieldsAt(entry, field);
  const description = optional(entry["description"], `${field}.description`, stringAt);
  if (client.kind === "custom") {
    return {
      tool: customTool(name, description, grammarAt(entry["format"], `${field}.format`)),
      client,
      isDeferred,
      programs,
      field,
    };
  }
  const tool = {
    name,
    ...present({ description }),
    input_schema: argumentSchemaAt(entry["parameters"], `${field}.parameters`),
    ...(entry["strict"] === true && { strict: true }),
  };
  return { tool, client, isDeferred, programs, field };
}
