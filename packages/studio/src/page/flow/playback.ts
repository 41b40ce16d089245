/** How far a story has been played. */
export interface Playback {
  /** The steps up to here are drawn; the last of them is the selected one. */
  readonly position: number;
  readonly isPlaying: boolean;
  /** Whether the user paused it: new steps are then not drawn automatically. */
  readonly isHeld: boolean;
  readonly speed: number;
}

export type PlaybackAction =
  | { readonly type: "toggle" }
  | { readonly type: "tick" }
  /** The story had fewer steps before. */
  | { readonly type: "grow"; readonly before: number }
  | { readonly type: "step"; readonly by: number }
  | { readonly type: "show"; readonly count: number }
  | { readonly type: "speed"; readonly speed: number };

export const speeds: readonly number[] = [0.5, 1, 2, 4];
const stepMilliseconds = 900;

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
      const isAtEnd = state.position >= total;
      if (isAtEnd && isRunning) return { ...state, isHeld: false };
      return { ...state, isPlaying: total > 0, isHeld: false, position: isAtEnd ? 0 : state.position };
    }
    case "tick": {
      if (!state.isPlaying) return state;
      const position = Math.min(total, state.position + 1);
      return { ...state, position, isPlaying: position < total };
    }
    // What happens is drawn at once, unless somebody is looking at an earlier step.
    case "grow":
      return state.isHeld || state.position < action.before ? state : { ...state, position: total };
    case "step":
      return showing(state, state.position + action.by, total);
    case "show":
      return showing(state, action.count, total);
    case "speed":
      return { ...state, speed: action.speed };
  }
}

/** Whether it is playing, or waiting for the next step to happen. */
export function isActive({ isPlaying, isHeld, position }: Playback, { total, isRunning }: Played): boolean {
  return isPlaying || (isRunning && !isHeld && position >= total);
}

/** The delay before the next step is drawn. */
export function pauseBetweenSteps({ speed }: Playback): number {
  return stepMilliseconds / speed;
}

function showing(state: Playback, count: number, total: number): Playback {
  const position = Math.min(total, Math.max(0, count));
  return { ...state, isPlaying: false, isHeld: position < total, position };
}
