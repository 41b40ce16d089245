import type { TraceRecord } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useKeys } from "../app/use-keys.ts";
import { EmptyState } from "../parts/empty-state.tsx";
import type { Sample } from "../samples/samples.ts";
import { type Playback, type PlaybackAction, pauseBetweenSteps, play } from "./playback.ts";
import { PlayerControls } from "./player-controls.tsx";
import { SequenceDiagram } from "./sequence-diagram.tsx";
import { StepDetails } from "./step-details.tsx";
import { tellStory } from "./story.ts";
import { TraceSummary } from "./trace-summary.tsx";

export interface FlowViewProps {
  readonly traces: readonly TraceRecord[];
  /** The request that was chosen, of those of its conversation. */
  readonly focus: string | undefined;
  readonly sample: Sample | undefined;
  readonly isWhole: boolean;
  /** How many requests of the conversation are not drawn, because there are too many. */
  readonly leftOut: number;
  readonly onWhole: (isWhole: boolean) => void;
  readonly startsPlaying: boolean;
  readonly onMove: (by: 1 | -1) => void;
}

/** One story: the facts, the diagram with its player, and the data of the chosen step. */
export function FlowView(props: FlowViewProps): JSX.Element {
  const { traces, focus } = props;
  const story = useMemo(() => tellStory(traces), [traces]);
  const firstOfFocus =
    focus === undefined
      ? 0
      : Math.max(
          0,
          story.findIndex(({ trace }) => trace.id === focus),
        );
  const [playback, setPlayback] = useState<Playback>(() => ({
    shown: props.startsPlaying ? firstOfFocus : story.length,
    isPlaying: props.startsPlaying,
    speed: 1,
  }));
  const [chosen, setChosen] = useState<number | undefined>();
  const act = (action: PlaybackAction) => {
    if (action.type !== "speed") setChosen(undefined);
    setPlayback((state) => play(state, action, story.length));
  };
  useEffect(() => {
    if (!playback.isPlaying) return undefined;
    const timer = setTimeout(
      () => setPlayback((state) => play(state, { type: "tick" }, story.length)),
      pauseBetweenSteps(playback),
    );
    return () => clearTimeout(timer);
  }, [playback, story.length]);
  useKeys((action) => {
    if (action.type === "play") act({ type: "toggle" });
    else if (action.type === "step") act({ type: "step", by: action.by });
    else if (action.type === "move") props.onMove(action.by);
    else return false;
    return true;
  });

  const selected = chosen ?? (playback.shown > 0 ? playback.shown - 1 : undefined);
  const step = selected === undefined ? undefined : story[selected];
  const summarised = step?.trace ?? traces.find(({ id }) => id === focus) ?? traces[0];
  return (
    <>
      <section class="panel stage" aria-label="Flow">
        {props.sample !== undefined && (
          <p class="sample-note">
            <strong>Sample.</strong> {props.sample.explanation}
          </p>
        )}
        {summarised !== undefined && <TraceSummary trace={summarised} />}
        <div class="stage-bar">
          <PlayerControls playback={playback} total={story.length} onAction={act} />
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
            shown={playback.shown}
            selected={selected}
            onSelect={(index) => {
              setPlayback((state) =>
                play(state, { type: "show", count: Math.max(state.shown, index + 1) }, story.length),
              );
              setChosen(index);
            }}
          />
        )}
      </section>
      <StepDetails story={story} step={step} />
    </>
  );
}
