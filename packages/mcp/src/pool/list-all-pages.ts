import type { Client } from "@modelcontextprotocol/client";
import { McpError } from "../errors/mcp-error.ts";
import { type ListCaching, PagesCaching } from "../lists/list-caching.ts";
import { untouchedResult } from "./untouched-result.ts";

const maxPages = 1_000;

/** Which list to read, and how. */
export interface ListRequest {
  readonly client: Client;
  readonly server: string;
  readonly method: "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list";
  /** The field of the result that contains the items. */
  readonly field: string;
  readonly timeout: number;
  readonly now: () => number;
}

/** Reads all pages of a server's list (F70). */
export async function listAllPages(
  request: ListRequest,
): Promise<{ readonly items: readonly unknown[]; readonly caching: ListCaching }> {
  const { client, server, method, field, timeout, now } = request;
  const items: unknown[] = [];
  const caching = new PagesCaching();
  const cursors = new Set<string>();
  // Freshness is counted from the oldest page.
  let receivedAt: number | undefined;
  let cursor: string | undefined;
  for (let pages = 1; ; pages++) {
    const params = cursor === undefined ? {} : { cursor };
    const result = await client.request({ method, params }, untouchedResult, { timeout });
    receivedAt ??= now();
    caching.add(result);
    const page = result[field];
    if (Array.isArray(page)) for (const item of page) items.push(item);
    const next = result["nextCursor"];
    if (typeof next !== "string" || next === "") return { items, caching: caching.at(receivedAt) };
    if (cursors.has(next) || pages === maxPages) throw new McpError("endless_list", { server, method, pages });
    cursors.add(next);
    cursor = next;
  }
}
