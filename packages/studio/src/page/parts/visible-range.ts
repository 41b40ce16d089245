/** Which rows of a long list to draw. */
export interface VisibleRange {
  /** The first row drawn. */
  readonly start: number;
  /** The row after the last one drawn. */
  readonly end: number;
}

export interface ScrolledList {
  readonly scrollTop: number;
  readonly viewportHeight: number;
  readonly rowHeight: number;
  readonly count: number;
  /** Rows drawn outside of what is seen, so that fast scrolling shows no gaps. */
  readonly overscan: number;
}

/** The rows in view and a few around them: the cost of a list does not depend on its length. */
export function visibleRange({ scrollTop, viewportHeight, rowHeight, count, overscan }: ScrolledList): VisibleRange {
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight);
  const shown = Math.ceil(viewportHeight / rowHeight) + 1;
  const start = Math.min(Math.max(0, first - overscan), count);
  return { start, end: Math.min(count, Math.max(start, first + shown + overscan)) };
}

/** Where to scroll so that a row is in view; where it is now if it is in view already. */
export function scrollToRow(row: number, { scrollTop, viewportHeight, rowHeight }: ScrolledList): number {
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  const bottom = top + rowHeight;
  return bottom > scrollTop + viewportHeight ? bottom - viewportHeight : scrollTop;
}
