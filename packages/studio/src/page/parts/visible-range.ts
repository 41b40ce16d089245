/** Which rows of a long list to render. */
export interface VisibleRange {
  /** The first rendered row. */
  readonly start: number;
  /** The row after the last rendered one. */
  readonly end: number;
}

export interface ScrolledList {
  readonly scrollTop: number;
  readonly viewportHeight: number;
  readonly rowHeight: number;
  readonly count: number;
  /** Rows rendered outside the viewport, so that fast scrolling shows no gaps. */
  readonly overscan: number;
}

/** Rows rendered outside the viewport of every list. */
export const overscan = 8;

/** The visible rows and a few around them: the cost of a list does not depend on its length. */
export function visibleRange({ scrollTop, viewportHeight, rowHeight, count, overscan }: ScrolledList): VisibleRange {
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight);
  const shown = Math.ceil(viewportHeight / rowHeight) + 1;
  const start = Math.min(Math.max(0, first - overscan), count);
  return { start, end: Math.min(count, Math.max(start, first + shown + overscan)) };
}

/** The scroll position that makes a row visible; the current one if it already is. */
export function scrollToRow(row: number, { scrollTop, viewportHeight, rowHeight }: ScrolledList): number {
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  const bottom = top + rowHeight;
  return bottom > scrollTop + viewportHeight ? bottom - viewportHeight : scrollTop;
}

/** A list whose items have changed. */
export interface ChangedList<Item> {
  readonly before: readonly Item[];
  readonly items: readonly Item[];
  readonly scrollTop: number;
  readonly rowHeight: number;
  readonly keyOf: (item: Item) => string;
}

/** By how many pixels the row at the top of the view has moved, because rows were added or removed before it. */
export function movedBy<Item>({ before, items, scrollTop, rowHeight, keyOf }: ChangedList<Item>): number {
  const row = Math.floor(scrollTop / rowHeight);
  const top = before[row];
  if (scrollTop <= 0 || top === undefined) return 0;
  const wanted = keyOf(top);
  const isTop = (item: Item) => keyOf(item) === wanted;
  // Almost always it is where it was, or a little further on.
  const onwards = items.slice(row).findIndex(isTop);
  const now = onwards >= 0 ? row + onwards : items.findIndex(isTop);
  return now < 0 ? 0 : (now - row) * rowHeight;
}
