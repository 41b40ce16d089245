import type { Client } from "@modelcontextprotocol/client";
import { McpError } from "../errors/mcp-error.ts";
import { untouchedResult } from "./untouched-result.ts";

const mostPages = 1_000;

type ListMethod = "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list";

/** Reads a list of a server to its last page (F70). */
export async function listAllPages(
  client: Client,
  server: string,
  method: ListMethod,
  field: string,
  timeout: number,
): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 1; ; pages++) {
    const params = cursor === undefined ? {} : { cursor };
    const result = await client.request({ method, params }, untouchedResult, { timeout });
    const page = result[field];
    if (Array.isArray(page)) items.push(...page);
    const next = result["nextCursor"];
    if (typeof next !== "string" || next === "") return items;
    if (cursors.has(next) || pages === mostPages) throw new McpError("endless_list", { server, method, pages });
    cursors.add(next);
    cursor = next;
  }
}
