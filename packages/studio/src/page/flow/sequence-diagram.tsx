import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { formatMilliseconds } from "../parts/format.ts";
import { type Arrow, layoutDiagram } from "./diagram-layout.ts";
import { partyNames, type StoryStep } from "./story.ts";

/** The names of the parties stay above the diagram while it scrolls. */
const partiesHeight = 36;

export interface SequenceDiagramProps {
  readonly story: readonly StoryStep[];
  /** How many steps are drawn. */
  readonly shown: number;
  readonly selected: number | undefined;
  readonly onSelect: (index: number) => void;
}

/** The story as arrows between parties. Steps to come keep their place, so nothing moves while it plays. */
export function SequenceDiagram({ story, shown, selected, onSelect }: SequenceDiagramProps): JSX.Element {
  const box = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(560);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => setWidth(Math.max(300, element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const drawn = story.map((step) => ({
    ...step,
    dividerLabel: step.startsRequest ? `Request ${step.request}` : undefined,
  }));
  const diagram = layoutDiagram(drawn, width);
  useEffect(() => {
    const element = box.current;
    const latest = diagram.arrows[shown - 1];
    if (element === null || latest === undefined) return;
    const { scrollTop, clientHeight } = element;
    const isInView = latest.y - 40 >= scrollTop && latest.y + partiesHeight + 12 <= scrollTop + clientHeight;
    if (!isInView) element.scrollTop = latest.y - clientHeight / 2;
  }, [shown]);
  const focusable = selected ?? 0;

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section class="diagram" ref={box} tabIndex={0} aria-label="Diagram">
      <div class="parties" style={{ width: `${width}px` }}>
        {diagram.columns.map(({ party, x }) => (
          <span key={party} class="party" style={{ left: `${x}px`, width: `${width / diagram.columns.length}px` }}>
            {partyNames[party]}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: there is no other element for a group of buttons inside SVG */}
      <svg width={width} height={diagram.height} role="group" aria-label={`Sequence diagram, ${story.length} steps`}>
        <defs>
          <marker
            id="arrow-head"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto-start-reverse"
          >
            <path d="M0 0 8 4 0 8z" class="arrow-head" />
          </marker>
        </defs>
        {diagram.columns.map(({ party, x }) => (
          <line key={party} class="lifeline" x1={x} x2={x} y1={0} y2={diagram.height} />
        ))}
        {diagram.dividers.map(({ y, label }) => (
          <g key={label}>
            <line class="divider" x1={0} x2={width} y1={y} y2={y} />
            <text class="divider-label" x={8} y={y - 5}>
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
              onSelect={onSelect}
            />
          );
        })}
      </svg>
    </section>
  );
}

interface ArrowShapeProps {
  readonly arrow: Arrow;
  readonly step: StoryStep;
  readonly isShown: boolean;
  readonly isLatest: boolean;
  readonly isSelected: boolean;
  readonly isFocusable: boolean;
  readonly onSelect: (index: number) => void;
}

function ArrowShape({
  arrow,
  step,
  isShown,
  isLatest,
  isSelected,
  isFocusable,
  onSelect,
}: ArrowShapeProps): JSX.Element {
  const { y, fromX, toX, index } = arrow;
  const inset = toX > fromX ? -3 : 3;
  const path = arrow.isLoop ? `M${fromX} ${y - 10}h26v16h-22` : `M${fromX} ${y}H${toX + inset}`;
  const states = [isShown ? "" : "to-come", isLatest ? "latest" : "", isSelected ? "selected" : ""];
  // What is written at the arrow comes first, so that people who speak to their machine can say what they see.
  const name = `${index + 1}. ${step.title}, ${partyNames[step.from]} to ${partyNames[step.to]}, after ${formatMilliseconds(step.at)}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: there are no buttons inside SVG
    <g
      class={["arrow", ...states].filter((state) => state !== "").join(" ")}
      role="button"
      tabIndex={isFocusable && isShown ? 0 : -1}
      aria-label={name}
      aria-pressed={isSelected}
      data-step={index + 1}
      onClick={() => onSelect(index)}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        onSelect(index);
      }}
    >
      <rect class="arrow-room" x={0} y={y - 30} width="100%" height={42} rx={6} />
      <path class="arrow-line" d={path} pathLength={1} marker-end="url(#arrow-head)" />
      <text class="arrow-label" x={arrow.labelX} y={arrow.isLoop ? y + 2 : y - 9} text-anchor={arrow.labelAnchor}>
        {arrow.label}
      </text>
    </g>
  );
}
