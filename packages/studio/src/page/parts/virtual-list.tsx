import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { scrollToRow, visibleRange } from "./visible-range.ts";

export interface VirtualListProps<Item> {
  /** The list's label for screen readers. */
  readonly label: string;
  readonly id: string;
  readonly items: readonly Item[];
  readonly rowHeight: number;
  readonly keyOf: (item: Item) => string;
  readonly selected: string | undefined;
  readonly onSelect: (item: Item) => void;
  readonly children: (item: Item) => ComponentChildren;
}

/** A list of any length that renders only the visible rows. One tab stop; arrow keys, j and k move the selection. */
export function VirtualList<Item>(props: VirtualListProps<Item>): JSX.Element {
  const { items, rowHeight, keyOf, selected } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ scrollTop: 0, viewportHeight: 600 });
  const chosen = selected === undefined ? -1 : items.findIndex((item) => keyOf(item) === selected);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => setView({ scrollTop: element.scrollTop, viewportHeight: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = box.current;
    if (element === null || chosen < 0) return;
    const { scrollTop, clientHeight: viewportHeight } = element;
    const wanted = scrollToRow(chosen, { scrollTop, viewportHeight, rowHeight, count: items.length, overscan: 0 });
    if (wanted !== scrollTop) element.scrollTop = wanted;
  }, [selected]);

  // New rows at the top must not move what is being read.
  const anchor = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const row = Math.floor(element.scrollTop / rowHeight);
    const read = anchor.current === undefined ? -1 : items.findIndex((item) => keyOf(item) === anchor.current);
    if (element.scrollTop === 0 || read < 0 || read === row) return;
    element.scrollTop += (read - row) * rowHeight;
    setView({ scrollTop: element.scrollTop, viewportHeight: element.clientHeight });
  }, [items]);
  const top = items[Math.floor(view.scrollTop / rowHeight)];
  useLayoutEffect(() => {
    anchor.current = top === undefined ? undefined : keyOf(top);
  });

  const range = visibleRange({ ...view, rowHeight, count: items.length, overscan: 8 });
  const rows = items.slice(range.start, range.end);
  const move = (step: number) => {
    const next = items[Math.min(items.length - 1, Math.max(0, chosen + step))];
    if (next !== undefined) props.onSelect(next);
  };

  return (
    <div
      ref={box}
      id={props.id}
      class="virtual-list"
      role="listbox"
      aria-label={props.label}
      aria-activedescendant={chosen >= range.start && chosen < range.end ? `${props.id}-${chosen}` : undefined}
      tabIndex={0}
      data-moves-with-keys
      onScroll={(event) => {
        const { scrollTop, clientHeight } = event.currentTarget;
        setView({ scrollTop, viewportHeight: clientHeight });
      }}
      onKeyDown={(event) => {
        const step = listSteps[event.key];
        if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        move(step);
      }}
    >
      <div class="virtual-list-space" role="presentation" style={{ height: `${items.length * rowHeight}px` }}>
        {rows.map((item, index) => {
          const position = range.start + index;
          const key = keyOf(item);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it takes the keys
            <div
              key={key}
              id={`${props.id}-${position}`}
              class="virtual-list-row"
              data-key={key}
              role="option"
              tabIndex={-1}
              aria-selected={key === selected}
              aria-posinset={position + 1}
              aria-setsize={items.length}
              style={{ height: `${rowHeight}px`, transform: `translateY(${position * rowHeight}px)` }}
              onClick={() => props.onSelect(item)}
            >
              {props.children(item)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const listSteps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};
