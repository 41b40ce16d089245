import type { Tool } from "@toolcrib/core";
import { deferredByClaudeCode } from "./claude-code-tools.ts";

/**
 * What agents do most of their work with, in any spelling: searching for these first would cost every session a turn (F64).
 */
const coreTools: ReadonlySet<string> = new Set([
  "agent",
  "applypatch",
  "askuserquestion",
  "bash",
  "bashoutput",
  "edit",
  "editfile",
  "exitplanmode",
  "glob",
  "grep",
  "list",
  "ls",
  "multiedit",
  "question",
  "read",
  "readfile",
  "runcommand",
  "shell",
  "skill",
  "task",
  "terminal",
  "todoread",
  "todowrite",
  "webfetch",
  "websearch",
  "write",
  "writefile",
]);

/** Names of tools by which clients search on their own: two searches at once hide tools from each other (F74). */
const searchNames =
  /^(?:tool_?search|search_?tools?|find_?tools?|mcp_?search|load_?tools?|select_?tools|tool_search_tool.*)$/i;

const annotated = new WeakMap<readonly Tool[], readonly Tool[]>();
const ofServer = /^mcp__.+?__./;

/** Whether a client searches for tools itself. */
export function searchesItself(tools: readonly Tool[]): boolean {
  return tools.some(({ name }) => name !== undefined && searchNames.test(name));
}

/**
 * The tools of a client that defers nothing, marked for the engine. Where tools of MCP servers are named so, they are deferred, and of
 * the client's own those that Claude Code defers too; where nothing tells them apart, everything is deferred but what agents cannot
 * work without.
 */
export function injectableTools(tools: readonly Tool[]): readonly Tool[] {
  let marked = annotated.get(tools);
  if (marked === undefined) {
    const namesServers = tools.some(({ name }) => name !== undefined && ofServer.test(name));
    const isDeferrable = namesServers
      ? isDeferrableBuiltIn
      : (tool: Tool) => isDeferrableBuiltIn(tool) || !isCore(tool);
    marked = tools.map((tool) => (isDeferrable(tool) ? { ...tool, shouldDefer: true } : tool));
    annotated.set(tools, marked);
  }
  return marked;
}

function isDeferrableBuiltIn(tool: Tool): boolean {
  return tool.name !== undefined && deferredByClaudeCode.has(tool.name) && !isProvided(tool);
}

function isCore(tool: Tool): boolean {
  const { name } = tool;
  return name === undefined || isProvided(tool) || coreTools.has(name.toLowerCase().replaceAll(/[^a-z]/g, ""));
}

/** Whether the API brings the tool itself. */
function isProvided({ type }: Tool): boolean {
  return typeof type === "string" && type !== "custom";
}
