import type { Tool } from "@toolcrib/core";
import { deferredToolPlaceholder } from "@toolcrib/core/loaders";
import { oncePer } from "@toolcrib/shared/caches";
import { programCallerType, programToolName } from "../../../../../inner-form/program-parts.ts";
import { invalid } from "../../../shared/parameter-errors.ts";
import { type Fields, isAbsent, listAt, oneOf, optional, recordAt, stringAt } from "../../../shared/read-values.ts";
import type { ClientTool, ToolNames } from "../../wire/tool-names.ts";
import { programEntryType } from "../programs/uses-programs.ts";
import { type McpServer, parseMcpServer } from "./mcp-tools.ts";
import { isForProgramsOnly } from "./program-fields.ts";
import { checkOwnNamespace, type ToolEntry, toolEntries } from "./tool-entries.ts";

/** The tools of a request in the inner form, and how the client knows them. */
export interface ParsedTools {
  readonly tools: readonly Tool[];
  readonly names: ToolNames;
  /** Who answers the request's `tool_search`; undefined if it has none. */
  readonly search: "server" | "client" | undefined;
  readonly servers: readonly McpServer[];
}

/** The name by which the model calls the client's search. */
const searchName = "tool_search";
const executions = new Set(["server", "client"] as const);
const none: ParsedTools = { tools: [], names: new Map(), search: undefined, servers: [] };
const defaultDescription =
  "Loads tools that are available but not in your prompt, by the names of their groups or by their own. A tool that was loaded stays loaded.";
/** What clients expect that declare no parameters: the names of namespaces and functions. */
const defaultParameters = {
  type: "object",
  properties: {
    paths: { type: "array", items: { type: "string" }, description: "Names of groups of tools, or of single tools." },
  },
  required: ["paths"],
  additionalProperties: false,
};

/** Parses `tools`. The same array comes with every turn of a conversation, and gives the same tools. */
export function parseTools(value: unknown): ParsedTools {
  return isAbsent(value) ? none : parseList(listAt(value, "tools"));
}

/** The functions, custom tools and namespaces in a list that an item of the conversation brings. `skipped` types are read elsewhere. */
export function parseLoadedTools(
  value: unknown,
  field: string,
  skipped: ReadonlySet<string> = new Set(),
): readonly ToolEntry[] {
  return listAt(value, field).flatMap((given, position) => {
    const at = `${field}[${position}]`;
    const entry = recordAt(given, at);
    const type = stringAt(entry["type"], `${at}.type`);
    if (skipped.has(type)) return [];
    if (!isLoadable(type)) throw invalid(`${at}.type`, "expected function, custom or namespace");
    return toolEntries(entry, type, at);
  });
}

function isLoadable(type: string): boolean {
  return type === "function" || type === "custom" || type === "namespace";
}

const parseList = oncePer((list: readonly unknown[]): ParsedTools => {
  const read = list.map((value, position) => readEntry(value, `tools[${position}]`));
  const search = read.find(({ type }) => type === "tool_search")?.execution;
  const hasPrograms = read.some(({ type }) => type === programEntryType);
  const tools: Tool[] = [];
  const names = new Map<string, ClientTool>();
  const add = (tool: Tool, name: string, client: ClientTool, field: string): void => {
    if (names.has(name)) throw invalid(field, `another tool is already called ${name}`);
    names.set(name, client);
    tools.push(tool);
  };
  const servers = new Map<string, McpServer>();
  for (const { type, entry, field, entries } of read) {
    if (type === "mcp") {
      const server = parseMcpServer(entry, field, { canSearch: search !== undefined, hasPrograms });
      if (servers.has(server.label)) throw invalid(`${field}.server_label`, "another server has this label");
      servers.set(server.label, server);
      tools.push(server.toolset);
    }
    if (type === programEntryType) {
      if (tools.some(isProgramEntry)) throw invalid(field, `expected one ${programEntryType}`);
      tools.push({ type: programCallerType, name: programToolName });
    }
    if (type === "tool_search" && search === "client") {
      add(clientSearch(entry, field, read), searchName, { kind: "search", name: searchName }, field);
    } else if (type === "tool_search") {
      if (tools.some(isServerSearch)) throw invalid(field, "expected one tool_search");
      tools.push(serverSearch(read));
    }
    for (const { tool: given, client, isDeferred, programs, field: at } of entries) {
      const tool = hasPrograms ? { ...given, ...programs } : given;
      // Without a search nothing would find a deferred tool. Programs have a search of their own.
      const isHidden = isDeferred && (search !== undefined || (hasPrograms && isForProgramsOnly(programs)));
      if (hasPrograms && tool.name === programToolName) throw invalid(`${at}.name`, "the name is that of programs");
      add(isHidden ? { ...tool, defer_loading: true } : tool, tool.name, client, `${at}.name`);
    }
  }
  if (search !== undefined) {
    for (const entry of read.flatMap(({ entries }) => entries)) if (entry.isDeferred) checkOwnNamespace(entry, names);
  }
  // Deferral is on from the first request on, so that what a search finds later changes nothing before it.
  if (search === "client" && !tools.some(({ defer_loading }) => defer_loading === true))
    tools.push(deferredToolPlaceholder);
  return {
    tools,
    names,
    search,
    servers: [...servers.values()],
  };
});

interface ReadEntry {
  readonly type: string;
  readonly entry: Fields;
  readonly field: string;
  readonly entries: readonly ToolEntry[];
  readonly execution?: "server" | "client";
}

function readEntry(value: unknown, field: string): ReadEntry {
  // A search that finds a tool shows the client its own definition.
  const entry = recordAt(value, field);
  const type = stringAt(entry["type"], `${field}.type`);
  if (type === "tool_search") {
    const execution = optional(entry["execution"], `${field}.execution`, (given, at) => oneOf(given, at, executions));
    return { type, entry, field, entries: [], execution: execution ?? "server" };
  }
  return { type, entry, field, entries: isLoadable(type) ? toolEntries(entry, type, field) : [] };
}

function clientSearch(entry: Fields, field: string, read: readonly ReadEntry[]): Tool {
  const given = optional(entry["description"], `${field}.description`, stringAt);
  const sources = sourceLines(read, true);
  const description = given ?? [defaultDescription, ...sources].join("\n");
  const parameters = optional(entry["parameters"], `${field}.parameters`, recordAt) ?? defaultParameters;
  return { name: searchName, description, input_schema: parameters };
}

/** The gateway answers it like the API's own search. The model is told which namespaces it searches. */
function serverSearch(read: readonly ReadEntry[]): Tool {
  const lines = sourceLines(read, false);
  return {
    type: "tool_search_tool_bm25_20251119",
    name: "tool_search_tool_bm25",
    ...(lines.length > 0 && { description: `It searches:\n${lines.join("\n")}` }),
  };
}

/** What can be searched, a line each: namespaces, and functions outside of one where the model must know their names. */
function sourceLines(read: readonly ReadEntry[], withFunctions: boolean): readonly string[] {
  const sources = new Map<string, string>();
  for (const { client, tool, isDeferred } of read.flatMap(({ entries }) => entries)) {
    if (!isDeferred) continue;
    if (client.namespace !== undefined) sources.set(client.namespace, client.namespaceDescription ?? "");
    else if (withFunctions) sources.set(client.name, tool.description ?? "");
  }
  return [...sources].map(([name, description]) => `- ${name}${description === "" ? "" : `: ${description}`}`);
}

function isProgramEntry({ type }: Tool): boolean {
  return type === programCallerType;
}

function isServerSearch({ type }: Tool): boolean {
  return type?.startsWith("tool_search_tool_") === true;
}
