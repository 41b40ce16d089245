import { describeValue } from "@toolcrib/shared/errors";
import { CoreError } from "../errors/core-error.ts";

/**
 * How Claude Code starts the names of an MCP server's tools. It changes names with other characters, so that
 * permissions and hooks would look for other tools: these are rejected.
 */
export function serverPrefix(serverName: string): string {
  if (/^[\w-]+$/.test(serverName) && !serverName.includes("__")) return `mcp__${serverName}__`;
  const expected = "letters, digits, - and single _";
  throw new CoreError("invalid_setting", { setting: "serverName", expected, received: describeValue(serverName) });
}

/** Whether a hook's matcher means a tool: everything, names with `|` between them, or a regular expression. */
export function matchesTool(matcher: string | undefined, toolName: string): boolean {
  if (matcher === undefined || matcher === "" || matcher === "*") return true;
  return /^[\w|]+$/.test(matcher) ? matcher.split("|").includes(toolName) : new RegExp(matcher).test(toolName);
}
