import type { JSX } from "preact";
import { type Playback, type PlaybackAction, speeds } from "./playback.ts";

export interface PlayerControlsProps {
  readonly playback: Playback;
  readonly total: number;
  /** Whether it is playing, or waiting for the next step to happen. */
  readonly isActive: boolean;
  readonly onAction: (action: PlaybackAction) => void;
}

/** Play, pause, step and speed. */
export function PlayerControls({ playback, total, isActive, onAction }: PlayerControlsProps): JSX.Element {
  const { shown, speed } = playback;
  return (
    <div class="player" role="toolbar" aria-label="Playback">
      <button type="button" class="button" disabled={shown === 0} onClick={() => onAction({ type: "show", count: 0 })}>
        <span aria-hidden="true">«</span>
        <span class="hidden-text">Back to the start</span>
      </button>
      <button type="button" class="button" disabled={shown === 0} onClick={() => onAction({ type: "step", by: -1 })}>
        <span aria-hidden="true">‹</span>
        <span class="hidden-text">Step back</span>
      </button>
      <button
        type="button"
        class="button primary play-button"
        disabled={total === 0}
        onClick={() => onAction({ type: "toggle" })}
      >
        {isActive ? "Pause" : "Play"}
      </button>
      <button type="button" class="button" disabled={shown >= total} onClick={() => onAction({ type: "step", by: 1 })}>
        <span aria-hidden="true">›</span>
        <span class="hidden-text">Step forward</span>
      </button>
      <button
        type="button"
        class="button"
        disabled={shown >= total}
        onClick={() => onAction({ type: "show", count: total })}
      >
        <span aria-hidden="true">»</span>
        <span class="hidden-text">Show all steps</span>
      </button>
      <span class="player-position numbers" aria-live="off">
        {shown} / {total}
      </span>
      <label class="player-speed">
        <span class="hidden-text">Speed</span>
        <select
          value={String(speed)}
          onChange={(event) => onAction({ type: "speed", speed: Number(event.currentTarget.value) })}
        >
          {speeds.map((choice) => (
            <option key={choice} value={String(choice)}>
              {choice}×
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
