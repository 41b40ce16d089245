import { hashText } from "@toolcrib/shared/hash";

const maxServerLength = 24;
const hashLength = 8;

/** The maximum length of a name in model APIs. */
export const maxToolNameLength = 64;

/**
 * The name of an MCP server's tool: `mcp__server__tool`. It depends on these two names alone, so it is the same in
 * every run, independent of other servers. A name that would be too long, contain characters that APIs do not allow, or
 * be ambiguous is shortened and ends in a hash of the pair, so two tools never share a name.
 */
export function mcpToolName(server: string, tool: string, maxLength: number = maxToolNameLength): string {
  const plain = `mcp__${server}__${tool}`;
  if (plain.length <= maxLength && isPlain(server, tool, plain)) return plain;
  const hash = hashText(JSON.stringify([server, tool])).slice(0, hashLength);
  const start = `mcp__${cleaned(server).slice(0, maxServerLength)}__`;
  return `${start}${cleaned(tool).slice(0, maxLength - start.length - hashLength - 1)}_${hash}`;
}

/** The server and tool of a name that `mcpToolName` did not change; undefined for any other name. */
export function parseMcpToolName(name: string): { readonly server: string; readonly tool: string } | undefined {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  if (server === undefined || tool === undefined || !isPlain(server, tool, name)) return undefined;
  return { server, tool };
}

// Plain names can be parsed: the server ends at the first `__`, and no plain name looks like one with a hash.
function isPlain(server: string, tool: string, plain: string): boolean {
  return (
    /^[a-zA-Z0-9_-]+$/.test(server) &&
    /^[a-zA-Z0-9_-]+$/.test(tool) &&
    !server.includes("__") &&
    !server.endsWith("_") &&
    !/_[0-9a-f]{8}$/.test(plain)
  );
}

function cleaned(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_");
}
