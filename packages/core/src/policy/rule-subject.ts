import type { Tool } from "../tools/tool.ts";

/** A tool as rules know it: by all of its names, whichever of them this door uses. */
export interface RuleSubject {
  readonly names: readonly string[];
  readonly servers: readonly string[];
  readonly annotations: Readonly<Record<string, unknown>>;
}

const nameOfServer = /^mcp__(.+?)__(.+)$/s;
/** A client puts its prefix before the one of a front: `mcp__front__mcp__server__tool`. Names come from outside, so there is an end. */
const maxPrefixes = 3;

/**
 * The names and servers by which rules know a tool. Whoever lists the tools of a server gives its `aliases`; for any other, server and
 * own name are read from `mcp__server__tool`.
 */
export function ruleSubject(tool: Tool): RuleSubject {
  const { name, server, aliases, annotations } = tool as Readonly<Record<string, unknown>>;
  const names = isText(name) ? [name] : [];
  const servers = isText(server) ? [server] : [];
  if (Array.isArray(aliases)) names.push(...aliases.filter(isText));
  else if (isText(name)) readPrefixes(name, names, servers);
  const toolset = (tool as { readonly mcp_server_name?: unknown }).mcp_server_name;
  if (isText(toolset)) servers.push(toolset);
  return { names, servers, annotations: isObject(annotations) ? annotations : {} };
}

function readPrefixes(name: string, names: string[], servers: string[]): void {
  let rest = name;
  for (let depth = 0; depth < maxPrefixes; depth++) {
    const [, server, own] = nameOfServer.exec(rest) ?? [];
    if (own === undefined) return;
    names.push(own);
    servers.push(server as string);
    rest = own;
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
