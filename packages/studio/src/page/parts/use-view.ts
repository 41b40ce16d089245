import type { RefObject } from "preact";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";
import { movedBy, overscan, type ScrolledList, visibleRange } from "./visible-range.ts";

interface ListedItems<Item> {
  readonly items: readonly Item[];
  readonly rowHeight: number;
  readonly keyOf: (item: Item) => string;
}

/**
 * What of a list is in view. It draws again only if other rows come into view, and new rows at the start do not move what is being
 * read: the list is scrolled by as much as they take.
 */
export function useView<Item>(
  box: RefObject<HTMLDivElement | null>,
  { items, rowHeight, keyOf }: ListedItems<Item>,
): { readonly view: Pick<ScrolledList, "scrollTop" | "viewportHeight">; readonly look: () => boolean } {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const view = useRef({ scrollTop: 0, viewportHeight: 600 });
  const drawn = useRef({ items, start: 0, end: 0 });
  const { items: before } = drawn.current;
  const moved = items === before ? 0 : movedBy({ before, items, scrollTop: view.current.scrollTop, rowHeight, keyOf });
  const current = { ...view.current, scrollTop: view.current.scrollTop + moved };
  const rangeOf = (seen: typeof current) => visibleRange({ ...seen, rowHeight, count: items.length, overscan });
  /** Reads what is in view now. Returns whether it was scrolled by somebody else. */
  const look = (): boolean => {
    const element = box.current;
    if (element === null) return false;
    const isScrolled = element.scrollTop !== view.current.scrollTop;
    view.current = { scrollTop: element.scrollTop, viewportHeight: element.clientHeight };
    const { start, end } = rangeOf(view.current);
    if (start !== drawn.current.start || end !== drawn.current.end) redraw(undefined);
    return isScrolled;
  };
  useLayoutEffect(() => {
    drawn.current = { items, ...rangeOf(current) };
    if (moved === 0 || box.current === null) return;
    box.current.scrollTop += moved;
    view.current = { ...current, scrollTop: box.current.scrollTop };
  });
  const latest = useRef(look);
  latest.current = look;
  useLayoutEffect(() => {
    if (box.current === null) return undefined;
    const observer = new ResizeObserver(() => void latest.current());
    observer.observe(box.current);
    latest.current();
    return () => observer.disconnect();
  }, []);
  return { view: current, look };
}
