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
