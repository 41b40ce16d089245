import { keyOf, type ReviewedItem } from "./reviewed-item.ts";

/** The hashes of approved items, by server and item key. */
export type Approvals = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Items of one server that were approved. */
export interface ApprovalChange {
  readonly server: string;
  readonly items: readonly Pick<ReviewedItem, "kind" | "own" | "hash">[];
  /**
   * `user`: approved by a user, so they replace earlier approvals. `new-items`: approved because they were unknown.
   * `new-server`: approved because nothing of their server was known.
   */
  readonly by: "user" | "new-items" | "new-server";
}

/**
 * The approvals after a change. Automatic approvals only apply to items that are still unknown: another process may
 * have approved something else in the meantime.
 */
export function withChange(approvals: Approvals, { server, items, by }: ApprovalChange): Approvals {
  const known = approvals.get(server);
  if (by === "new-server" && known !== undefined) return approvals;
  const changed = new Map(known);
  for (const item of items) {
    const key = keyOf(item);
    if (by === "user" || !changed.has(key)) changed.set(key, item.hash);
  }
  return new Map(approvals).set(server, changed);
}

export function isSameApprovals(left: Approvals, right: Approvals): boolean {
  return isSameMap(left, right, (a, b) => isSameMap(a, b, Object.is));
}

function isSameMap<Value>(
  left: ReadonlyMap<string, Value>,
  right: ReadonlyMap<string, Value>,
  isSame: (left: Value, right: Value) => boolean,
): boolean {
  if (left.size !== right.size) return false;
  return [...left].every(([key, value]) => right.has(key) && isSame(value, right.get(key) as Value));
}
