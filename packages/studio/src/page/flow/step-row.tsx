import type { FlowParty } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { formatMilliseconds, formatShare, formatShort } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { kindIcons } from "../parts/kind.ts";
import { toolName } from "../parts/tool-name.ts";
import { cacheOf, isReturn, kindOf, type StepCache } from "./step-kind.ts";
import { partyNames, type StoryStep } from "./story.ts";

interface StepRowProps {
  readonly step: StoryStep;
  readonly lanes: readonly FlowParty[];
  readonly isShown: boolean;
  readonly isSelected: boolean;
  readonly isFocusable: boolean;
  readonly onSelect: (index: number) => void;
}

/** One step: its number and title in the gutter, and its arrow on the lanes, where no text can cover it. */
export function StepRow({ step, lanes, isShown, isSelected, isFocusable, onSelect }: StepRowProps): JSX.Element {
  const kind = kindOf(step);
  const cache = cacheOf(step);
  const index = step.number - 1;
  const states = [`kind-${kind}`, isShown ? "" : "to-come", isSelected ? "selected" : "", isReturn(step) ? "back" : ""];
  return (
    <button
      type="button"
      class={["arrow", ...states].filter((state) => state !== "").join(" ")}
      tabIndex={isFocusable ? 0 : -1}
      aria-pressed={isSelected}
      data-step={step.number}
      onClick={() => onSelect(index)}
      onKeyDown={(event) => {
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        onSelect(index + by);
      }}
    >
      <span class="step-number numbers">
        {step.number}
        <span class="hidden-text">. </span>
      </span>
      <Icon name={kindIcons[kind]} />
      <span class="step-text">
        <span class="step-title" title={step.title}>
          {withoutServers(step.title)}
        </span>
        <span class="hidden-text">
          , {partyNames[step.from]} to {partyNames[step.to]}
        </span>
        {cache !== undefined && <CacheNote cache={cache} />}
      </span>
      <span class="step-time numbers">
        <span class="hidden-text">, after </span>
        {formatMilliseconds(step.at)}
      </span>
      <LaneArrow step={step} lanes={lanes} />
    </button>
  );
}

/** The title with tools by their own names: there is no room for the servers' here, and the details have the whole title. */
function withoutServers(title: string): string {
  return title.replace(/\bmcp__\S+/g, (name) => toolName(name).name);
}

function CacheNote({ cache }: { readonly cache: StepCache }): JSX.Element | null {
  if (cache.brokeAt !== undefined) return <span class="step-note kind-error">cache broke at {cache.brokeAt}</span>;
  if (cache.read > 0) {
    return (
      <span class="step-note kind-cache">
        {formatShare(cache.read, cache.total)} of {formatShort(cache.total)} cached
      </span>
    );
  }
  if (cache.written === 0) return null;
  return <span class="step-note kind-plain">{formatShort(cache.written)} to the cache</span>;
}

/** The arrow, in percent of the width: it fits every screen without being measured. */
function LaneArrow({ step, lanes }: { readonly step: StoryStep; readonly lanes: readonly FlowParty[] }): JSX.Element {
  const from = laneX(lanes, step.from);
  const to = laneX(lanes, step.to);
  return (
    <svg class="lanes" aria-hidden="true">
      <LifeLines lanes={lanes} />
      {from === to ? (
        <svg x={`${from}%`} y="50%" overflow="visible" class="draw" aria-hidden="true">
          <path class="arrow-line" d="M0-8h14a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4H3" />
          <path class="arrow-head" d="m8 2-6 4 6 4z" />
        </svg>
      ) : (
        <g class="draw" style={{ transformOrigin: `${from}% 50%` }}>
          <circle class="arrow-start" cx={`${from}%`} cy="50%" r={2.5} />
          <line class="arrow-line" x1={`${from}%`} x2={`${to}%`} y1="50%" y2="50%" />
          <svg x={`${to}%`} y="50%" overflow="visible" aria-hidden="true">
            <path class="arrow-head" d={to > from ? "m-8-4.5 7.5 4.5-7.5 4.5z" : "m8-4.5-7.5 4.5 7.5 4.5z"} />
          </svg>
        </g>
      )}
    </svg>
  );
}

/** The lane of each party. */
export function LifeLines({ lanes }: { readonly lanes: readonly FlowParty[] }): JSX.Element {
  return (
    <>
      {lanes.map((party) => {
        const x = `${laneX(lanes, party)}%`;
        return <line key={party} class="lifeline" x1={x} x2={x} y1="0" y2="100%" />;
      })}
    </>
  );
}

/** The middle of a party's lane, in percent. */
export function laneX(lanes: readonly FlowParty[], party: FlowParty): number {
  return ((lanes.indexOf(party) + 0.5) / lanes.length) * 100;
}
