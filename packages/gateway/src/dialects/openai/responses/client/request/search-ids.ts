/** The id of an item holds the id of its block, so that a replayed conversation has the same ids as before. */
const blockId = /^srvtoolu_[\w-]{1,128}$/;

export function searchItemId(prefix: "tsc_" | "tso_", id: unknown): string {
  return `${prefix}${String(id)}`;
}

/** The id of the block that an item was made of. Clients may leave ids out, or make their own: then it is the search's number. */
export function searchCallId(itemId: unknown, prefix: "tsc_" | "tso_", number: number): string {
  const id = typeof itemId === "string" && itemId.startsWith(prefix) ? itemId.slice(prefix.length) : "";
  return blockId.test(id) ? id : `srvtoolu_search_${number}`;
}
