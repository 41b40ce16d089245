import type { FlowParty } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { Fragment } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { formatTime } from "../parts/format.ts";
import { toolWords } from "../parts/tool-words.ts";
import { lanesOf } from "./step-kind.ts";
import { LifeLines, laneX, StepRow } from "./step-row.tsx";
import { partyNames, type StoryStep } from "./story.ts";

export interface SequenceDiagramProps {
  readonly story: readonly StoryStep[];
  /** How many steps are drawn. */
  readonly shown: number;
  readonly selected: number | undefined;
  /** Whether more steps are expected. */
  readonly isRunning: boolean;
  readonly onSelect: (index: number) => void;
}

/** The story as arrows between parties. Later steps are pale and keep their space, so nothing moves during playback. */
export function SequenceDiagram({ story, shown, selected, isRunning, onSelect }: SequenceDiagramProps): JSX.Element {
  const box = useRef<HTMLElement>(null);
  const lanes = lanesOf(story);
  useLayoutEffect(() => {
    const element = box.current;
    const row = element?.querySelector<HTMLElement>(`[data-step="${(selected ?? 0) + 1}"]`);
    if (element == null || row == null) return;
    keepInView(element, row);
    // Keyboard users stay on the selected arrow.
    if (document.activeElement?.closest(".arrow") != null) row.focus({ preventScroll: true });
  }, [selected, story.length]);
  const waitsFor = isRunning && shown >= story.length ? story.at(-1)?.to : undefined;

  return (
    <section
      class="diagram"
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      aria-label="Diagram"
    >
      <div class="parties">
        <span class="parties-names">
          {lanes.map((party) => (
            <span key={party} class="party">
              {partyNames[party]}
            </span>
          ))}
        </span>
      </div>
      {story.map((step) => (
        <Fragment key={step.number}>
          {step.startsRequest && <RequestHead step={step} lanes={lanes} />}
          <StepRow
            step={step}
            lanes={lanes}
            isShown={step.number <= shown}
            isSelected={step.number - 1 === selected}
            isFocusable={step.number - 1 === (selected ?? 0)}
            onSelect={(index) => onSelect(Math.min(story.length - 1, Math.max(0, index)))}
          />
        </Fragment>
      ))}
      <div class="lane-rest">
        {waitsFor !== undefined && (
          <span class="waiting-words" data-waiting={waitsFor}>
            {partyNames[waitsFor]} at work…
          </span>
        )}
        <svg class="lanes" aria-hidden="true">
          <LifeLines lanes={lanes} />
          {waitsFor !== undefined && <circle class="waiting-dot" cx={`${laneX(lanes, waitsFor)}%`} cy={20} r={5} />}
        </svg>
      </div>
    </section>
  );
}

/** The start of a request within a conversation. */
function RequestHead({ step, lanes }: { readonly step: StoryStep; readonly lanes: readonly FlowParty[] }): JSX.Element {
  return (
    <div class="request-head" data-request={step.request}>
      <span class="request-words">
        <strong>Request {step.request}</strong>
        <span class="quiet numbers">
          {formatTime(step.trace.startedAt)}, {toolWords(step.trace.tools)}
        </span>
      </span>
      <svg class="lanes" aria-hidden="true">
        <LifeLines lanes={lanes} />
      </svg>
    </div>
  );
}

/** Scrolls only as far as needed: below the names of the parties, with the next step in view. */
function keepInView(box: HTMLElement, row: HTMLElement): void {
  const head = box.firstElementChild instanceof HTMLElement ? box.firstElementChild.offsetHeight : 0;
  const top = row.offsetTop - head - row.offsetHeight;
  const bottom = row.offsetTop + 2 * row.offsetHeight;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}
