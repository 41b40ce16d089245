import type { TraceRecord } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useKeys } from "../keyboard/use-keys.ts";
import { EmptyState } from "../parts/empty-state.tsx";
import { Icon } from "../parts/icon.tsx";
import { type Kind, kindIcons } from "../parts/kind.ts";
import type { Sample } from "../samples/samples.ts";
import { isActive } from "./playback.ts";
import { PlayerControls } from "./player-controls.tsx";
import { SequenceDiagram } from "./sequence-diagram.tsx";
import { StepDetails } from "./step-details.tsx";
import { tellStory } from "./story.ts";
import { TraceSummary } from "./trace-summary.tsx";
import { usePlayer } from "./use-player.ts";

export interface FlowViewProps {
  /** The requests of the story, oldest first. */
  readonly traces: readonly TraceRecord[];
  /** The selected request in its conversation; undefined for a sample. */
  readonly focus: string | undefined;
  readonly sample: Sample | undefined;
  /** Whether one of the requests is still running. */
  readonly isRunning: boolean;
  /** Whether the view switches to each new request automatically. */
  readonly isFollowing: boolean;
  readonly isWhole: boolean;
  /** How many requests of the conversation are not drawn, because there are too many. */
  readonly leftOut: number;
  readonly startsPlaying: boolean;
  readonly speed: number;
  readonly onSpeed: (speed: number) => void;
  readonly onWhole: (isWhole: boolean) => void;
  /** Called when the user wants to stay on a request, and when the position moves to another one. */
  readonly onHold: (trace: TraceRecord | undefined) => void;
  readonly onMove: (by: 1 | -1) => void;
}

/** One story: the facts, the diagram with its player, and the data of the selected step. */
export function FlowView(props: FlowViewProps): JSX.Element {
  const { traces, focus, isRunning } = props;
  const story = useMemo(() => tellStory(traces), [traces]);
  const { playback, selected, act } = usePlayer({ ...props, story });
  useKeys((action) => {
    if (action.type === "play") act({ type: "toggle" });
    else if (action.type === "step") act({ type: "step", by: action.by });
    else if (action.type === "move") props.onMove(action.by);
    else return false;
    return true;
  });

  const step = selected === undefined ? undefined : story[selected];
  const summarised = step?.trace ?? traces.find(({ id }) => id === focus) ?? traces[0];
  const played = { total: story.length, isRunning };
  return (
    <>
      <section class="panel stage" aria-label="Flow">
        {props.sample !== undefined && (
          <p class="sample-note">
            <strong>Sample.</strong> {props.sample.explanation}
          </p>
        )}
        {summarised !== undefined && (
          <TraceSummary trace={summarised} isRunning={isRunning && summarised === traces.at(-1)} />
        )}
        <div class="stage-bar">
          <PlayerControls
            playback={playback}
            total={story.length}
            isActive={isActive(playback, played)}
            onAction={act}
          />
          {props.sample === undefined && (
            <label class="check">
              <input
                type="checkbox"
                checked={props.isWhole}
                onChange={(event) => props.onWhole(event.currentTarget.checked)}
              />
              whole conversation
              {props.leftOut > 0 && <span class="numbers">, {props.leftOut} requests left out</span>}
            </label>
          )}
        </div>
        {story.length === 0 ? (
          <EmptyState title="No steps were recorded for this request" />
        ) : (
          <SequenceDiagram
            story={story}
            shown={playback.position}
            selected={selected}
            isRunning={isRunning}
            onSelect={(index) => act({ type: "show", count: index + 1 })}
          />
        )}
        <Legend />
      </section>
      <StepDetails story={story} step={step} />
    </>
  );
}

const legend: readonly (readonly [Kind, string])[] = [
  ["search", "search"],
  ["call", "tool call"],
  ["cache", "from the cache"],
  ["error", "error"],
];

/** What the colours and the dashes mean. */
function Legend(): JSX.Element {
  return (
    <ul class="legend" aria-label="Colours">
      {legend.map(([kind, words]) => (
        <li key={kind} class={`mark kind-${kind}`}>
          <Icon name={kindIcons[kind]} /> {words}
        </li>
      ))}
      <li class="mark kind-plain">
        <svg class="legend-line" viewBox="0 0 22 8" aria-hidden="true">
          <path d="M0 4h22" />
        </svg>{" "}
        answer
      </li>
    </ul>
  );
}
