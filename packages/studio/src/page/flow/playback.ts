/** How far a story has been played. */
export interface Playback {
  /** How many steps are drawn. */
  readonly shown: number;
  readonly isPlaying: boolean;
  /** Whether the user paused it: new steps are then not drawn automatically. */
  readonly isHeld: boolean;
  readonly speed: number;
}

export type PlaybackAction =
  | { readonly type: "toggle" }
  | { readonly type: "tick" }
  /** The story has more steps than before. */
  | { readonly type: "grow" }
  | { readonly type: "step"; readonly by: number }
  | { readonly type: "show"; readonly count: number }
  | { readonly type: "speed"; readonly speed: number };

export const speeds: readonly number[] = [0.5, 1, 2, 4];
const stepMilliseconds = 900;
/** Steps of a running request are drawn as they happen; simultaneous ones still appear one after the other. */
const liveStepMilliseconds = 120;

/** What is being played. */
export interface Played {
  /** The number of its steps so far. */
  readonly total: number;
  /** Whether its request is still running. */
  readonly isRunning: boolean;
}

/** The next state of the player. */
export function play(state: Playback, action: PlaybackAction, { total, isRunning }: Played): Playback {
  switch (action.type) {
    case "toggle": {
      if (isActive(state, { total, isRunning })) return { ...state, isPlaying: false, isHeld: true };
      const isAtEnd = state.shown >= total;
      if (isAtEnd && isRunning) return { ...state, isHeld: false };
      return { ...state, isPlaying: total > 0, isHeld: false, shown: isAtEnd ? 0 : state.shown };
    }
    case "tick": {
      if (!state.isPlaying) return state;
      const shown = Math.min(total, state.shown + 1);
      return { ...state, shown, isPlaying: shown < total };
    }
    case "grow":
      return state.isHeld ? state : { ...state, isPlaying: state.shown < total };
    case "step":
      return showing(state, state.shown + action.by, total);
    case "show":
      return showing(state, action.count, total);
    case "speed":
      return { ...state, speed: action.speed };
  }
}

/** Whether it is playing, or waiting for the next step to happen. */
export function isActive({ isPlaying, isHeld, shown }: Playback, { total, isRunning }: Played): boolean {
  return isPlaying || (isRunning && !isHeld && shown >= total);
}

/** The delay before the next step is drawn. */
export function pauseBetweenSteps({ speed }: Playback, isRunning: boolean): number {
  return (isRunning ? liveStepMilliseconds : stepMilliseconds) / speed;
}

function showing(state: Playback, count: number, total: number): Playback {
  const shown = Math.min(total, Math.max(0, count));
  return { ...state, isPlaying: false, isHeld: shown < total, shown };
}
