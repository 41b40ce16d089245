import { firstSentence, formatCountOf } from "@toolcrib/shared/text";
import type { PooledTool } from "../lists/pooled-tool.ts";
import type { ServerStatus } from "../pool/server-status.ts";

const charactersPerToken = 4;
const maxPurposeLength = 160;

/**
 * Describes what is behind the front: servers, counts and purposes, sorted by name and within a budget. It depends on
 * the tools alone and not on which servers are running, so that a restarting server changes nothing.
 */
export function describeCatalogue(
  tools: readonly PooledTool[],
  servers: readonly ServerStatus[],
  budgetTokens: number,
): string {
  const byServer = new Map<string, PooledTool[]>();
  for (const tool of tools) {
    const own = byServer.get(tool.server);
    if (own === undefined) byServer.set(tool.server, [tool]);
    else own.push(tool);
  }
  const names = [...byServer.keys()].sort();
  const head = `${formatCountOf(tools.length, "tool")} of ${formatCountOf(names.length, "MCP server")}`;
  if (names.length === 0) return `${head}.`;
  const statuses = new Map(servers.map((server) => [server.name, server]));
  const budget = budgetTokens * charactersPerToken - head.length;
  // The most detailed version that fits: purposes and some names, fewer names, purposes only, counts only.
  for (const samples of [8, 4, 2, 0, -1]) {
    const lines = names.map((name) => serverLine(name, byServer.get(name) ?? [], statuses.get(name), samples));
    if (lengthOf(lines) <= budget) return `${head}:\n${lines.join("\n")}`;
  }
  const counts = names.map((name) => `${name} (${byServer.get(name)?.length ?? 0})`);
  let shown = counts.length;
  while (shown > 0 && lengthOf(counts.slice(0, shown)) > budget - 30) shown--;
  if (shown === 0) return `${head}.`;
  const rest = counts.length - shown;
  return `${head}: ${counts.slice(0, shown).join(", ")}${rest === 0 ? "" : ` and ${formatCountOf(rest, "more server")}`}.`;
}

function serverLine(
  name: string,
  tools: readonly PooledTool[],
  status: ServerStatus | undefined,
  samples: number,
): string {
  const line = `- ${name} (${tools.length})`;
  // Text from a server is cut to one line: it describes, and must not look like our own text.
  const purpose = samples < 0 ? "" : firstSentence(status?.instructions ?? "", maxPurposeLength);
  const names = tools.slice(0, Math.max(0, samples)).map(({ definition }) => definition.name);
  const more = names.length > 0 && names.length < tools.length ? ", …" : "";
  const details = [purpose, names.join(", ") + more].filter((part) => part !== "").join(" ");
  return details === "" ? line : `${line}: ${details}`;
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 2, 0);
}
