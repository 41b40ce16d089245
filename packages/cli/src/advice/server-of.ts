import type { NamedTool } from "../servers/collect-tools.ts";

/** The server of a tool, from its name if nothing else says it, as in the dump of a client; empty if it has none. */
export function serverOf({ server, name }: NamedTool): string {
  return server ?? /^mcp__(.+?)__./.exec(name)?.[1] ?? "";
}
