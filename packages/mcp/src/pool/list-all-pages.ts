import type { Client } from "@modelcontextprotocol/client";
import { McpError } from "../errors/mcp-error.ts";
import { type ListCaching, PagesCaching } from "../lists/list-caching.ts";
import { LimitedItems } from "./limited-items.ts";
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

/** A server's list. */
export interface ReadList extends Pick<LimitedItems, "items" | "tooLarge" | "isCut"> {
  readonly caching: ListCaching;
}

/** Reads all pages of a server's list (F70), within limits. */
export async function listAllPages(request: ListRequest): Promise<ReadList> {
  const { client, server, method, field, timeout, now } = request;
  const limited = new LimitedItems();
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
    if (Array.isArray(page)) await limited.add(page);
    const next = result["nextCursor"];
    if (limited.isCut || typeof next !== "string" || next === "") {
      const { items, tooLarge, isCut } = limited;
      return { items, tooLarge, isCut, caching: caching.at(receivedAt) };
    }
    if (cursors.has(next) || pages === maxPages) throw new McpError("endless_list", { server, method, pages });
    cursors.add(next);
    cursor = next;
  }
}
