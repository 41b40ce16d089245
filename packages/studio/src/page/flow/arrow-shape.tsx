import type { FlowParty } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { formatMilliseconds } from "../parts/format.ts";
import type { Arrow } from "./diagram-layout.ts";
import { isFailure, partyNames, type StoryStep } from "./story.ts";

interface ArrowShapeProps {
  readonly arrow: Arrow;
  readonly step: StoryStep;
  readonly isShown: boolean;
  readonly isLatest: boolean;
  readonly isSelected: boolean;
  readonly isFocusable: boolean;
  /** The last arrow that is drawn. */
  readonly last: number;
  readonly onSelect: (index: number) => void;
}

/** The current position of a running request. */
export function Waiting({
  party,
  x,
  y,
}: {
  readonly party: FlowParty;
  readonly x: number;
  readonly y: number;
}): JSX.Element {
  return (
    <g class="waiting" data-waiting={party}>
      <circle class="waiting-dot" cx={x} cy={y + 20} r={5} />
      <text class="arrow-label" x={x} y={y + 36} text-anchor="middle">
        {partyNames[party]} at work
      </text>
    </g>
  );
}

/** One step: an arrow, or a loop, with its label. */
export function ArrowShape({
  arrow,
  step,
  isShown,
  isLatest,
  isSelected,
  isFocusable,
  last,
  onSelect,
}: ArrowShapeProps): JSX.Element {
  const { y, fromX, toX, index } = arrow;
  const inset = toX > fromX ? -3 : 3;
  const path = arrow.isLoop ? `M${fromX} ${y - 10}h26v16h-22` : `M${fromX} ${y}H${toX + inset}`;
  const hasFailed = isFailure(step);
  const states = [
    hasFailed ? "failed" : "",
    isShown ? "" : "to-come",
    isLatest ? "latest" : "",
    isSelected ? "selected" : "",
  ];
  // The visible label comes first, so that users of voice control can say what they see.
  const name = `${index + 1}. ${step.title}, ${partyNames[step.from]} to ${partyNames[step.to]}, after ${formatMilliseconds(step.at)}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: there are no buttons inside SVG
    <g
      class={["arrow", ...states].filter((state) => state !== "").join(" ")}
      role="button"
      // SVG attribute names are case-sensitive.
      tabindex={isFocusable && isShown ? 0 : -1}
      aria-label={name}
      aria-pressed={isSelected}
      data-step={index + 1}
      onClick={() => onSelect(index)}
      onKeyDown={(event) => {
        const target = arrowKeys[event.key]?.(index);
        if (target === undefined) return;
        event.preventDefault();
        onSelect(Math.min(last, Math.max(0, target)));
      }}
    >
      <rect class="arrow-room" x={0} y={y - 30} width="100%" height={42} rx={6} />
      <path
        class="arrow-line"
        d={path}
        pathLength={1}
        marker-end={hasFailed ? "url(#failed-head)" : "url(#arrow-head)"}
      />
      <text class="arrow-label" x={arrow.labelX} y={arrow.isLoop ? y + 2 : y - 9} text-anchor={arrow.labelAnchor}>
        {arrow.label}
      </text>
    </g>
  );
}

/** Which arrow a key selects from another. */
const arrowKeys: Readonly<Record<string, (index: number) => number>> = {
  Enter: (index) => index,
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
};
