/** A tool's own name and the server that it belongs to. */
export interface ToolName {
  readonly server: string | undefined;
  readonly name: string;
}

/** Splits `mcp__github__create_issue`. If the server is known, its name is taken off in the form of a toolset, too. */
export function toolName(name: string, server?: string): ToolName {
  const [, prefix, rest] = /^mcp__(.+?)__(.+)$/s.exec(name) ?? [];
  if (prefix !== undefined && rest !== undefined) return { server: server ?? prefix, name: rest };
  if (server !== undefined && name.startsWith(`${server}_`)) return { server, name: name.slice(server.length + 1) };
  return { server, name };
}
