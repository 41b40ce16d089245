import { isRecord } from "@toolcrib/shared/json";
import type { Tool } from "../tools/tool.ts";

/** A tool as rules see it: by all of its names, whichever of them is used here. */
export interface RuleSubject {
  readonly names: readonly string[];
  readonly servers: readonly string[];
  readonly annotations: Readonly<Record<string, unknown>>;
  /** `mcp__server__tool`, where it is known whose tool it is. */
  readonly fullName: string | undefined;
}

const nameOfServer = /^mcp__(.+?)__(.+)$/s;
/** A client's prefix precedes a front's: `mcp__front__mcp__server__tool`. Names are untrusted, so there is a limit. */
const maxPrefixes = 3;

/**
 * The names and servers by which rules match a tool. Code that lists a server's tools sets `aliases`; for any other
 * tool, the server and its own name are parsed from `mcp__server__tool`.
 */
export function ruleSubject(tool: Tool): RuleSubject {
  const { name, server, aliases, annotations } = tool as Readonly<Record<string, unknown>>;
  const names = isText(name) ? [name] : [];
  const servers = isText(server) ? [server] : [];
  if (Array.isArray(aliases)) names.push(...aliases.filter(isText));
  else if (isText(name)) readPrefixes(name, names, servers);
  const toolset = (tool as { readonly mcp_server_name?: unknown }).mcp_server_name;
  if (isText(toolset)) servers.push(toolset);
  const fullName = Array.isArray(aliases) ? aliases.filter(isText)[0] : undefined;
  return { names, servers, annotations: isRecord(annotations) ? annotations : {}, fullName };
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
