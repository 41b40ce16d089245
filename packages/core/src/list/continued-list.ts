/** A series of lists, each an extension of the one before. */
interface Line {
  newest: readonly unknown[];
}

/**
 * The line of each list. Module-level, because the list itself carries the information from `nextTurn`, a plain
 * function, to the cache that prepares the next request: the agent in between passes on nothing else. A list from
 * elsewhere has no line and is compared item by item.
 */
const lines = new WeakMap<readonly unknown[], Line>();

/**
 * Appends items to a list, in a new list. The new list is frozen, so that code that knows the original need not compare
 * those items again; the original can be any list.
 */
export function continueList<Item>(list: readonly Item[], items: readonly Item[]): readonly Item[] {
  const longer = Object.freeze([...list, ...items]);
  const line = lines.get(list);
  // Extending an older list starts a branch, with its own line.
  if (line === undefined || line.newest !== list) lines.set(longer, { newest: longer });
  else {
    line.newest = longer;
    lines.set(longer, line);
  }
  return longer;
}

/** The line of a list made by `continueList`: of two lists in one line, the longer starts with the shorter. */
export function lineOf(list: readonly unknown[]): object | undefined {
  return lines.get(list);
}
