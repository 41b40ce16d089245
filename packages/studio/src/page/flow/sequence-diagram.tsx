import type { FlowParty } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ArrowShape, Waiting } from "./arrow-shape.tsx";
import { layoutDiagram } from "./diagram-layout.ts";
import { partyNames, type StoryStep } from "./story.ts";

/** The names of the parties stay above the diagram while it scrolls. */
const partiesHeight = 36;

export interface SequenceDiagramProps {
  readonly story: readonly StoryStep[];
  /** How many steps are drawn. */
  readonly shown: number;
  readonly selected: number | undefined;
  /** Whether more steps are expected. */
  readonly isRunning: boolean;
  readonly onSelect: (index: number) => void;
}

/** The story as arrows between parties. Later steps keep their space, so nothing moves during playback. */
export function SequenceDiagram({ story, shown, selected, isRunning, onSelect }: SequenceDiagramProps): JSX.Element {
  const box = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  const [{ width, height }, setSize] = useState({ width: 560, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => setSize({ width: Math.max(300, element.clientWidth), height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const drawn = story.map((step) => ({
    ...step,
    dividerLabel: step.startsRequest ? `Request ${step.request}` : undefined,
  }));
  const expected: readonly FlowParty[] = story.some(({ trace }) => trace.execution === "mcp-toolset")
    ? ["mcp-server"]
    : [];
  const diagram = layoutDiagram(drawn, width, expected);
  useEffect(() => {
    const element = box.current;
    const looked = selected === undefined ? undefined : diagram.arrows[selected];
    if (element === null || looked === undefined) return;
    const { scrollTop, clientHeight } = element;
    // With space below for the activity mark.
    const isInView = looked.y - 40 >= scrollTop && looked.y + partiesHeight + 40 <= scrollTop + clientHeight;
    if (!isInView) element.scrollTop = looked.y - clientHeight / 2;
    // Keyboard users stay on the selected arrow.
    const isOnArrow = document.activeElement?.closest(".arrow") != null || document.activeElement === document.body;
    if (isOnArrow && hadFocus.current) element.querySelector<SVGElement>(`[data-step="${looked.index + 1}"]`)?.focus();
  }, [selected]);
  const drawnHeight = Math.max(diagram.height, height - partiesHeight);
  const focusable = selected ?? 0;
  const latest = diagram.arrows[shown - 1];
  const waitsFor = isRunning && shown >= story.length ? story.at(-1)?.to : undefined;

  return (
    <section
      class="diagram"
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      aria-label="Diagram"
      onFocusIn={(event) => {
        hadFocus.current = event.target instanceof Element && event.target.closest(".arrow") !== null;
      }}
    >
      <div class="parties" style={{ width: `${width}px` }}>
        {diagram.columns.map(({ party, x }) => (
          <span key={party} class="party" style={{ left: `${x}px`, width: `${width / diagram.columns.length}px` }}>
            {partyNames[party]}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: there is no other element for a group of buttons inside SVG */}
      <svg width={width} height={drawnHeight} role="group" aria-label={`Sequence diagram, ${story.length} steps`}>
        <defs>
          <ArrowHead id="arrow-head" kind="" />
          <ArrowHead id="failed-head" kind=" failed" />
        </defs>
        {diagram.columns.map(({ party, x }) => (
          <line key={party} class="lifeline" x1={x} x2={x} y1={0} y2={drawnHeight} />
        ))}
        {diagram.dividers.map(({ y, label }) => (
          <g key={label}>
            <line class="divider" x1={0} x2={width} y1={y} y2={y} />
            <text class="divider-label" x={width - 8} y={y + 4} text-anchor="end">
              {label}
            </text>
          </g>
        ))}
        {diagram.arrows.map((arrow) => {
          const step = story[arrow.index];
          if (step === undefined) return null;
          return (
            <ArrowShape
              key={arrow.index}
              arrow={arrow}
              step={step}
              isShown={arrow.index < shown}
              isLatest={arrow.index === shown - 1}
              isSelected={arrow.index === selected}
              isFocusable={arrow.index === focusable}
              last={shown - 1}
              onSelect={onSelect}
            />
          );
        })}
        {waitsFor !== undefined && latest !== undefined && (
          <Waiting party={waitsFor} x={diagram.columns.find(({ party }) => party === waitsFor)?.x ?? 0} y={latest.y} />
        )}
      </svg>
    </section>
  );
}

function ArrowHead({ id, kind }: { readonly id: string; readonly kind: string }): JSX.Element {
  return (
    <marker id={id} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse">
      <path d="M0 0 8 4 0 8z" class={`arrow-head${kind}`} />
    </marker>
  );
}
