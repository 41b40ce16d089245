import type { Tool } from "@toolcrib/core";
import { oncePer } from "@toolcrib/shared/caches";
import { describeValue } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import { customTool, grammarAt } from "../../../shared/custom-tools.ts";
import { argumentSchemaAt } from "../../../shared/function-schema.ts";
import { invalid } from "../../../shared/parameter-errors.ts";
import {
  booleanAt,
  type Fields,
  listAt,
  nameAt,
  optional,
  present,
  recordAt,
  stringAt,
} from "../../../shared/read-values.ts";

type NamedTool = Tool & { readonly name: string };

export interface ChatTools {
  readonly tools: readonly NamedTool[];
  /** The names of those that take free text. */
  readonly custom: ReadonlySet<string>;
  /** The names of those that the gateway is to find in a search of its own; undefined if the client does not ask for that. */
  readonly searchable: readonly string[] | undefined;
}

/** Tools by which clients ask servers for a search that they do not see. */
const searchTypes: ReadonlySet<unknown> = new Set(["openrouter:tool_search", "orq:tool_search"]);

const isSearch = (value: unknown) => isRecord(value) && searchTypes.has(value["type"]);

/** The tools of a request in the inner form. The same array comes with every turn of a conversation. */
export const toTools: (tools: readonly unknown[]) => ChatTools = oncePer((list): ChatTools => {
  const read = list.flatMap((value, position) => (isSearch(value) ? [] : [readTool(value, `tools[${position}]`)]));
  checkNames(read, list);
  const custom = new Set(read.filter(({ isCustom }) => isCustom).map(({ tool }) => tool.name));
  if (!list.some(isSearch)) return { tools: read.map(({ tool }) => tool), custom, searchable: undefined };
  const deferred = read.filter(({ tool }) => tool.defer_loading === true);
  const plain = read.map(({ tool: { defer_loading: _deferred, ...tool } }) => tool as NamedTool);
  return { tools: plain, custom, searchable: deferred.map(({ tool }) => tool.name) };
});

/** Models call a tool by its name, so each needs its own. */
function checkNames(read: readonly ReadTool[], list: readonly unknown[]): void {
  const taken = new Set<string>();
  const own = list.flatMap((value, position) => (isSearch(value) ? [] : [position]));
  for (const [at, { tool, isCustom }] of read.entries()) {
    if (taken.has(tool.name)) {
      const field = `tools[${own[at]}].${isCustom ? "custom" : "function"}.name`;
      throw invalid(field, `another tool is already called ${tool.name}`);
    }
    taken.add(tool.name);
  }
}

/** Tools beside what they become in the inner form: the same array gives the same objects. */
export function pairTools(list: readonly unknown[]): ReadonlyMap<Tool, Fields> {
  const own = list.filter((value) => !isSearch(value));
  return new Map(toTools(list).tools.map((tool, position) => [tool, own[position] as Fields]));
}

/** Reads tools that a message brings. */
export function toAddedTools(value: unknown, field: string): readonly ReadTool[] {
  return listAt(value, field).map((tool, position) => readTool(tool, `${field}[${position}]`));
}

export interface ReadTool {
  readonly tool: NamedTool;
  readonly isCustom: boolean;
}

function readTool(value: unknown, field: string): ReadTool {
  const given = recordAt(value, field);
  const { type } = given;
  if (type !== "function" && type !== "custom") {
    throw invalid(`${field}.type`, `expected function or custom, got ${describeValue(type)}`);
  }
  return { tool: toTool(given, type, field), isCustom: type === "custom" };
}

function toTool(tool: Fields, type: "function" | "custom", field: string): NamedTool {
  const at = `${field}.${type}`;
  const given = recordAt(tool[type], at);
  const name = nameAt(given["name"], `${at}.name`);
  const description = optional(given["description"], `${at}.description`, stringAt);
  if (type === "custom") {
    const grammar = grammarAt(given["format"], `${at}.format`, "grammar");
    return { ...customTool(name, description, grammar), ...deferral(tool, given, field) };
  }
  const isStrict = optional(given["strict"], `${at}.strict`, booleanAt) ?? false;
  return {
    name,
    ...present({ description }),
    input_schema: argumentSchemaAt(given["parameters"], `${at}.parameters`),
    ...(isStrict && { strict: true }),
    ...deferral(tool, given, field),
  };
}

/** An extension of several servers, which write it at either level. */
function deferral(tool: Fields, given: Fields, field: string): Pick<Tool, "defer_loading"> {
  const isDeferred = [tool, given].some(
    (level) => optional(level["defer_loading"], `${field}.defer_loading`, booleanAt) === true,
  );
  return isDeferred ? { defer_loading: true } : {};
}
