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
  /** A row of column heads that stays above the rows. It makes the list a grid, whose rows consist of cells. */
  readonly head?: ComponentChildren;
  /** Rows that cannot be selected, such as the heads of groups. */
  readonly isPassive?: (item: Item) => boolean;
}

const headHeight = 34;
const never = (): boolean => false;

/** A list of any length that renders only the visible rows. One tab stop; arrow keys, j and k move the selection. */
export function VirtualList<Item>(props: VirtualListProps<Item>): JSX.Element {
  const { items, rowHeight, keyOf, selected, head, isPassive = never } = props;
  const isGrid = head !== undefined;
  const covered = isGrid ? headHeight : 0;
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
    const { scrollTop } = element;
    const viewportHeight = element.clientHeight - covered;
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
    const next = selectableFrom(items, chosen, step, isPassive);
    if (next !== undefined) props.onSelect(next);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role depends on whether it has columns
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support them
    <div
      ref={box}
      id={props.id}
      class="virtual-list"
      {...(isGrid ? ({ role: "grid", "aria-rowcount": items.length + 1 } as const) : ({ role: "listbox" } as const))}
      aria-label={props.label}
      aria-activedescendant={chosen >= range.start && chosen < range.end ? `${props.id}-${chosen}` : undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
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
      {head}
      <div
        class="virtual-list-space"
        role={isGrid ? "rowgroup" : "presentation"}
        style={{ height: `${items.length * rowHeight}px` }}
      >
        {rows.map((item, index) => {
          const position = range.start + index;
          const key = keyOf(item);
          const place = isGrid
            ? ({ role: "row", "aria-rowindex": position + 2 } as const)
            : ({ role: "option", "aria-posinset": position + 1, "aria-setsize": items.length } as const);
          if (isPassive(item)) {
            return (
              <div
                key={key}
                class="virtual-list-head"
                {...place}
                style={{ height: `${rowHeight}px`, transform: `translateY(${position * rowHeight}px)` }}
              >
                {props.children(item)}
              </div>
            );
          }
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it takes the keys
            // biome-ignore lint/a11y/noStaticElementInteractions: its role is in `place`
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support them
            <div
              key={key}
              {...place}
              id={`${props.id}-${position}`}
              class="virtual-list-row"
              data-key={key}
              tabIndex={-1}
              aria-selected={key === selected}
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

/** The row that is a number of steps away; rows that cannot be selected are passed over. */
export function selectableFrom<Item>(
  items: readonly Item[],
  from: number,
  step: number,
  isPassive: (item: Item) => boolean = never,
): Item | undefined {
  const target = Math.min(items.length - 1, Math.max(0, from + step));
  const onwards = step > 0 ? items.slice(target) : items.slice(0, target + 1).reverse();
  const back = step > 0 ? items.slice(0, target).reverse() : items.slice(target + 1);
  return [...onwards, ...back].find((item) => !isPassive(item));
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
