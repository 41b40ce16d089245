/** Lists of which each goes on from the one before. */
interface Line {
  newest: readonly unknown[];
}

/**
 * Which line a list belongs to. Of the module, since the list itself is the message from `nextTurn`, a plain function, to the memory of
 * whoever prepares the next request: the agent in between hands on nothing else. A list from elsewhere has no line and is compared item by item.
 */
const lines = new WeakMap<readonly unknown[], Line>();

/**
 * A list with more items behind those of another. It is frozen, so that whoever knows the other need not look at them again; the other may
 * be anybody's.
 */
export function continueList<Item>(list: readonly Item[], items: readonly Item[]): readonly Item[] {
  const longer = Object.freeze([...list, ...items]);
  const line = lines.get(list);
  // From an older list grows a branch, with a line of its own.
  if (line === undefined || line.newest !== list) lines.set(longer, { newest: longer });
  else {
    line.newest = longer;
    lines.set(longer, line);
  }
  return longer;
}

/** The line of a list that `continueList` made: of two lists of one line, the longer begins with the shorter. */
export function lineOf(list: readonly unknown[]): object | undefined {
  return lines.get(list);
}
