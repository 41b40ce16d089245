import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

const pageSize = 200;

/** One page of a list. The cursor names the last item sent, so that the list may change between two pages. */
export function pageOf<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  cursor: string | undefined,
): { readonly page: readonly Item[]; readonly nextCursor?: string } {
  const from = cursor === undefined ? 0 : positionAfter(items, keyOf, cursor);
  const page = items.slice(from, from + pageSize);
  const last = page.at(-1);
  if (last === undefined || from + pageSize >= items.length) return { page };
  return { page, nextCursor: Buffer.from(keyOf(last), "utf8").toString("base64url") };
}

function positionAfter<Item>(items: readonly Item[], keyOf: (item: Item) => string, cursor: string): number {
  const key = Buffer.from(cursor, "base64url").toString("utf8");
  const position = items.findIndex((item) => keyOf(item) === key);
  if (position < 0) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid cursor");
  return position + 1;
}
