import type { JSX } from "preact";
import { useRef } from "preact/hooks";

export type Side = "step" | "client" | "up";

export interface SideTabsProps {
  readonly current: Side;
  readonly sides: readonly { readonly side: Side; readonly label: string; readonly isThere: boolean }[];
  readonly onChoose: (side: Side) => void;
}

/** The side of the gateway that is shown. One tab stop; arrow keys move between the tabs. */
export function SideTabs({ current, sides, onChoose }: SideTabsProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const move = (by: number) => {
    const open = sides.filter(({ isThere }) => isThere);
    const position = open.findIndex(({ side }) => side === current);
    const next = open[(position + by + open.length) % open.length];
    if (next === undefined) return;
    onChoose(next.side);
    box.current?.querySelector<HTMLButtonElement>(`#side-${next.side}`)?.focus();
  };
  return (
    <div class="segments tabs" role="tablist" aria-label="Which side" ref={box}>
      {sides.map(({ side, label, isThere }) => (
        <button
          key={side}
          type="button"
          role="tab"
          id={`side-${side}`}
          class="segment"
          aria-selected={side === current}
          aria-controls="step-side"
          tabIndex={side === current ? 0 : -1}
          disabled={!isThere}
          onClick={() => onChoose(side)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
            event.preventDefault();
            move(event.key === "ArrowRight" ? 1 : -1);
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
