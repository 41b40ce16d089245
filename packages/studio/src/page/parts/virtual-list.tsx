import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useView } from "./use-view.ts";
import { overscan, scrollToRow, visibleRange } from "./visible-range.ts";

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
  /** Whether the selection moves by itself. */
  readonly isFollowing?: boolean;
  /** Called when somebody scrolls; not when new rows move the list. */
  readonly onScroll?: () => void;
}

const headHeight = 34;
const never = (): boolean => false;

/** A list of any length that renders only the visible rows. One tab stop; arrow keys, j and k move the selection. */
export function VirtualList<Item>(props: VirtualListProps<Item>): JSX.Element {
  const { items, rowHeight, keyOf, selected, head, isPassive = never } = props;
  const isGrid = head !== undefined;
  const covered = isGrid ? headHeight : 0;
  const box = useRef<HTMLDivElement>(null);
  const chosen = useMemo(
    () => (selected === undefined ? -1 : items.findIndex((item) => keyOf(item) === selected)),
    [items, selected],
  );
  const { view, look } = useView(box, { items, rowHeight, keyOf });

  const wasFollowing = useRef(false);
  useEffect(() => {
    const movesByItself = wasFollowing.current && props.isFollowing === true;
    wasFollowing.current = props.isFollowing === true;
    const element = box.current;
    if (element === null || chosen < 0) return;
    const { scrollTop } = element;
    // Somebody who reads further down is not interrupted.
    if (movesByItself && scrollTop > 0) return;
    const viewportHeight = element.clientHeight - covered;
    const wanted = scrollToRow(chosen, { scrollTop, viewportHeight, rowHeight, count: items.length, overscan: 0 });
    if (wanted !== scrollTop) element.scrollTop = wanted;
  }, [selected, props.isFollowing]);

  const range = visibleRange({ ...view, rowHeight, count: items.length, overscan });
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
      aria-activedescendant={chosen >= range.start && chosen < range.end ? idOf(props.id, selected) : undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      data-moves-with-keys
      onScroll={() => {
        if (look()) props.onScroll?.();
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
          // From the end of the list: new rows at its start then change nothing about the others.
          const fromEnd = items.length - 1 - position;
          const style = { height: `${rowHeight}px`, transform: `translateY(${-fromEnd * rowHeight}px)` };
          const place = isGrid
            ? ({ role: "row", "aria-rowindex": position + 2 } as const)
            : ({ role: "option", "aria-posinset": position + 1, "aria-setsize": items.length } as const);
          if (isPassive(item)) {
            return (
              <div key={key} class="virtual-list-head" {...place} style={style}>
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
              id={idOf(props.id, key)}
              class="virtual-list-row"
              data-key={key}
              tabIndex={-1}
              aria-selected={key === selected}
              style={style}
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

/** The id of a row, by which the list names the selected one. */
function idOf(list: string, key: string | undefined): string {
  return `${list}-${(key ?? "").replaceAll(/\s/g, "_")}`;
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
