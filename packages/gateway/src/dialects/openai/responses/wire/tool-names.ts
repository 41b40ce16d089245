import { toolsetToolName } from "../../../../conversation/shown-blocks.ts";
import { sha256 } from "../../../../hash/sha256.ts";
import type { Fields } from "../../shared/read-values.ts";

/** A tool as the client knows it. */
export interface ClientTool {
  /** `search` is the client's own `tool_search`, `mcp` a tool that a server lists. */
  readonly kind: "function" | "custom" | "search" | "mcp";
  readonly name: string;
  readonly namespace?: string | undefined;
  /** The label of its MCP server. */
  readonly server?: string | undefined;
  /** As the client defined it, for a search that finds it. */
  readonly definition?: Fields | undefined;
  readonly namespaceDescription?: string | undefined;
}

/** The client's tools by the names that the model calls. Request-scoped: a name is looked up, never taken apart. */
export type ToolNames = ReadonlyMap<string, ClientTool>;

export const maxFlatLength = 64;
const hashLength = 8;
const usableName = /^[a-zA-Z0-9_-]+$/;

/** The one name of a namespace's member. It depends on the two names alone, so a replayed call gets it again. */
export function flatName(namespace: string, name: string): string {
  const joined = `${namespace}__${name}`;
  if (joined.length <= maxFlatLength && usableName.test(joined)) return joined;
  const hash = sha256(JSON.stringify([namespace, name]), "hex").slice(0, hashLength);
  const usable = joined.replaceAll(".", "__").replaceAll(/[^a-zA-Z0-9_-]/g, "_");
  return `${usable.slice(0, maxFlatLength - hashLength - 1)}_${hash}`;
}

/** The name by which the model knows a tool that the client names. OpenAI gives a loaded function its own name as its namespace. */
export function modelNameOf(name: string, namespace: string | undefined, names: ToolNames): string {
  if (namespace !== undefined) {
    const flat = flatName(namespace, name);
    return namespace === name && !names.has(flat) ? name : flat;
  }
  return names.has(name) ? name : (onlyMember(name, names)?.[0] ?? name);
}

/** The client's tool that a model calls. */
export function clientToolOf(called: string, names: ToolNames): ClientTool {
  return names.get(called) ?? onlyMember(called, names)?.[1] ?? { kind: "function", name: called };
}

/** Whether a client means the same tool. */
export function isSameTool(one: ClientTool, other: ClientTool): boolean {
  const isDefined = (tool: ClientTool) => tool.kind === "function" || tool.kind === "custom";
  return isDefined(one) && isDefined(other) && one.name === other.name && one.namespace === other.namespace;
}

/** The bare names that stand for a member of one namespace alone. */
export function aliasesOf(names: ToolNames): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  const shared = new Set<string>();
  for (const [flat, { name, namespace }] of names) {
    if (namespace === undefined || names.has(name)) continue;
    if (aliases.has(name)) shared.add(name);
    aliases.set(name, flat);
  }
  for (const name of shared) aliases.delete(name);
  return aliases;
}

/** The tools that an MCP server lists, by the names that the model calls. */
export function listedNames(server: string, tools: readonly string[]): ToolNames {
  return new Map(tools.map((name) => [toolsetToolName(server, name), { kind: "mcp", name, server }]));
}

/** Models and clients also use a member's bare name; that is clear if one namespace alone has it. */
function onlyMember(bare: string, names: ToolNames): readonly [flat: string, tool: ClientTool] | undefined {
  const members = [...names].filter(([, { name, namespace }]) => name === bare && namespace !== undefined);
  return members.length === 1 ? members[0] : undefined;
}
