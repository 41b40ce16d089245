import type { Tool } from "@toolcrib/core";
import { oncePer } from "@toolcrib/shared/caches";
import { Lru } from "../../caches/lru.ts";
import { deferredByClaudeCode } from "./claude-code-tools.ts";

/**
 * The tools that agents use most, in any spelling: having to search for these would cost every session a turn (F64).
 */
const coreTools: ReadonlySet<string> = new Set([
  "agent",
  "applypatch",
  "askuserquestion",
  "bash",
  "bashoutput",
  "edit",
  "editfile",
  "exec",
  "execcommand",
  "exitplanmode",
  "glob",
  "grep",
  "list",
  "ls",
  "multiedit",
  "question",
  "read",
  "readfile",
  "requestuserinput",
  "runcommand",
  "shell",
  "skill",
  "task",
  "terminal",
  "todoread",
  "todowrite",
  "updateplan",
  "viewimage",
  "wait",
  "webfetch",
  "websearch",
  "write",
  "writefile",
  "writestdin",
]);

/** Names of clients' own search tools: two searches at the same time would hide tools from each other (F74). */
const searchNames =
  /^(?:tool_?search|search_?tools?|find_?tools?|mcp_?search|load_?tools?|select_?tools|tool_search_tool.*)$/i;

const ofServer = /^mcp__.+?__./;

/** Whether a client searches for tools itself. */
export function searchesItself(tools: readonly Tool[]): boolean {
  return tools.some(({ name }) => name !== undefined && searchNames.test(name));
}

/**
 * The tools of a client that defers nothing, marked for the engine. If MCP tools are recognisable by their names, they are deferred,
 * along with those of the client's own that Claude Code defers; if not, everything is deferred except what agents cannot work without.
 */
export const injectableTools: (tools: readonly Tool[]) => readonly Tool[] = oncePer((tools) => {
  const namesServers = tools.some(({ name }) => name !== undefined && ofServer.test(name));
  const isDeferrable = namesServers ? isDeferrableBuiltIn : (tool: Tool) => isDeferrableBuiltIn(tool) || !isCore(tool);
  return tools.map((tool) => (isDeferrable(tool) ? { ...tool, shouldDefer: true } : tool));
});

const maxMarkings = 16;
const markingsOf = oncePer((_tools: readonly Tool[]) => new Lru<string, readonly Tool[]>(maxMarkings));

/** The tools of a client that names those to defer, marked for the engine. The same tools and names return the same array. */
export function deferredTools(tools: readonly Tool[], names: readonly string[]): readonly Tool[] {
  const known = markingsOf(tools);
  const key = JSON.stringify(names);
  let marked = known.get(key);
  if (marked === undefined) {
    const deferred = new Set(names);
    marked = tools.map((tool) => ({
      ...tool,
      ...(deferred.has(tool.name ?? "") ? { shouldDefer: true } : { alwaysLoad: true }),
    }));
    known.set(key, marked);
  }
  return marked;
}

function isDeferrableBuiltIn(tool: Tool): boolean {
  return tool.name !== undefined && deferredByClaudeCode.has(tool.name) && !isProvided(tool);
}

function isCore(tool: Tool): boolean {
  const { name } = tool;
  if (name === undefined || isProvided(tool)) return true;
  // A member of a namespace is known by its own name: Codex has `exec` in `functions`.
  const own = name.slice(name.lastIndexOf("__") + 1);
  return [name, own].some((each) => coreTools.has(each.toLowerCase().replaceAll(/[^a-z]/g, "")));
}

/** Whether the API provides the tool itself. */
function isProvided({ type }: Tool): boolean {
  return typeof type === "string" && type !== "custom";
}
