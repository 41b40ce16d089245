import type { Tool } from "@toolcrib/core";
import { oncePer } from "@toolcrib/shared/caches";
import { isRecord } from "@toolcrib/shared/json";
import { foreignType } from "../../../../inner-form/foreign-type.ts";
import { customTool } from "../../shared/custom-tools.ts";
import type { Fields } from "../../shared/read-values.ts";
import { withOriginal } from "../wire/original.ts";
import { type ClientTool, flatName, type ToolNames } from "../wire/tool-names.ts";

/** The tools of a request for an upstream that speaks this API. */
export interface OwnTools {
  readonly tools: readonly Tool[];
  readonly names: ToolNames;
  /** Whether the client leaves the search for tools to the upstream. */
  readonly areSearched: boolean;
}

const none: OwnTools = { tools: [], names: new Map(), areSearched: false };
const maxNameLength = 256;

/** Reads `tools`. What the gateway has no use for is carried: the upstream judges it. */
export function parseOwnTools(value: unknown): OwnTools {
  return Array.isArray(value) ? parseList(value) : none;
}

const parseList = oncePer((list: readonly unknown[]): OwnTools => {
  const tools: Tool[] = [];
  const names = new Map<string, ClientTool>();
  let areSearched = false;
  const add = (entry: Fields, namespace: Fields | undefined): boolean => {
    const { type, name } = entry;
    if ((type !== "function" && type !== "custom") || !isName(name)) return false;
    const flat = namespace === undefined ? name : flatName(String(namespace["name"]), name);
    if (names.has(flat)) return false;
    names.set(flat, { kind: type, name, ...(namespace === undefined ? {} : { namespace: String(namespace["name"]) }) });
    areSearched ||= entry["defer_loading"] === true;
    tools.push(withOriginal(toTool(entry, flat), { tool: entry, namespace }));
    return true;
  };
  for (const value of list) {
    const entry: Fields = isRecord(value) ? value : { value };
    areSearched ||= entry["type"] === "tool_search" || entry["defer_loading"] === true;
    const isAdded = entry["type"] === "namespace" ? addMembers(entry, add) : add(entry, undefined);
    if (!isAdded) tools.push(withOriginal({ type: foreignType } as Tool, { tool: entry }));
  }
  return { tools, names, areSearched };
});

/** All members, or none: then the namespace is carried as it is. */
function addMembers(entry: Fields, add: (member: Fields, namespace: Fields) => boolean): boolean {
  const members: unknown = entry["tools"];
  if (!isName(entry["name"]) || !Array.isArray(members) || members.length === 0) return false;
  const names = new Set<unknown>();
  const areUsable = members.every((member) => {
    if (!isRecord(member) || (member["type"] !== "function" && member["type"] !== "custom")) return false;
    return isName(member["name"]) && names.size < names.add(member["name"]).size;
  });
  return areUsable && (members as Fields[]).every((member) => add(member, entry));
}

function toTool(entry: Fields, name: string): Tool {
  const { description, parameters } = entry;
  const text = typeof description === "string" ? description : undefined;
  if (entry["type"] === "custom") return customTool(name, text, undefined);
  return {
    name,
    ...(text === undefined ? {} : { description: text }),
    input_schema: isRecord(parameters) ? parameters : { type: "object", properties: {} },
  };
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= maxNameLength;
}
