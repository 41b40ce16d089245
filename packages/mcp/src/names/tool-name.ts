import { createHash } from "node:crypto";

const longestServerPart = 24;
const hashLength = 8;

/** The longest name that model APIs take. */
export const longestToolName = 64;

/**
 * The name of a server's tool in the catalogue: `mcp__server__tool`. It depends on these two names alone, so it is the same in every run
 * and whatever other servers there are. A name that would be too long, hold other characters than APIs allow, or could be read as another
 * pair of names, is shortened and ends in a hash of the pair; so two tools never share a name.
 */
export function pooledToolName(server: string, tool: string, longest: number = longestToolName): string {
  const plain = `mcp__${server}__${tool}`;
  if (plain.length <= longest && isPlain(server, tool, plain)) return plain;
  const hash = createHash("sha256")
    .update(JSON.stringify([server, tool]))
    .digest("hex")
    .slice(0, hashLength);
  const serverPart = cleaned(server).slice(0, longestServerPart);
  const start = `mcp__${serverPart}__`;
  return `${start}${cleaned(tool).slice(0, longest - start.length - hashLength - 1)}_${hash}`;
}

/** The two names behind a plain name; undefined where only the pool knows, because the name was shortened. */
export function parsePlainToolName(name: string): { readonly server: string; readonly tool: string } | undefined {
  const parts = /^mcp__(.+?)__(.+)$/.exec(name);
  const [, server, tool] = parts ?? [];
  if (server === undefined || tool === undefined || !isPlain(server, tool, name)) return undefined;
  return { server, tool };
}

// Plain names can be taken apart again: the server ends at the first `__`, and no plain name looks like one with a hash.
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
