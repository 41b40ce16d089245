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
  const { position, speed } = playback;
  const isAtStart = position === 0;
  const isAtEnd = position >= total;
  return (
    <div class="player" role="toolbar" aria-label="Playback">
      <PlayerButton
        sign="«"
        name="Back to the start"
        isOff={isAtStart}
        onPress={() => onAction({ type: "show", count: 0 })}
      />
      <PlayerButton sign="‹" name="Step back" isOff={isAtStart} onPress={() => onAction({ type: "step", by: -1 })} />
      <button
        type="button"
        class="button primary play-button"
        disabled={total === 0}
        onClick={() => onAction({ type: "toggle" })}
      >
        {isActive ? "Pause" : "Play"}
      </button>
      <PlayerButton sign="›" name="Step forward" isOff={isAtEnd} onPress={() => onAction({ type: "step", by: 1 })} />
      <PlayerButton
        sign="»"
        name="Show all steps"
        isOff={isAtEnd}
        onPress={() => onAction({ type: "show", count: total })}
      />
      <input
        type="range"
        class="player-range"
        aria-label="Position"
        min={0}
        max={total}
        value={position}
        onInput={(event) => onAction({ type: "show", count: Number(event.currentTarget.value) })}
      />
      <span class="player-position numbers" aria-live="off">
        {position} / {total}
      </span>
      <label>
        <span class="hidden-text">Speed</span>
        <select
          class="small"
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

interface PlayerButtonProps {
  readonly sign: string;
  readonly name: string;
  readonly isOff: boolean;
  readonly onPress: () => void;
}

function PlayerButton({ sign, name, isOff, onPress }: PlayerButtonProps): JSX.Element {
  return (
    <button type="button" class="button bare step-button" title={name} disabled={isOff} onClick={onPress}>
      <span aria-hidden="true">{sign}</span>
      <span class="hidden-text">{name}</span>
    </button>
  );
}
