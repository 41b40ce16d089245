/** How far a story has been played. */
export interface Playback {
  /** How many steps are drawn. */
  readonly shown: number;
  readonly isPlaying: boolean;
  readonly speed: number;
}

export type PlaybackAction =
  | { readonly type: "toggle" }
  | { readonly type: "tick" }
  | { readonly type: "step"; readonly by: number }
  | { readonly type: "show"; readonly count: number }
  | { readonly type: "speed"; readonly speed: number }
  | { readonly type: "play-from-start" };

export const speeds: readonly number[] = [0.5, 1, 2, 4];
const stepMilliseconds = 900;

/** The next state of the player; `total` is the number of steps. */
export function play(state: Playback, action: PlaybackAction, total: number): Playback {
  switch (action.type) {
    case "toggle":
      if (state.isPlaying) return { ...state, isPlaying: false };
      return { ...state, isPlaying: total > 0, shown: state.shown >= total ? 0 : state.shown };
    case "tick": {
      if (!state.isPlaying) return state;
      const shown = Math.min(total, state.shown + 1);
      return { ...state, shown, isPlaying: shown < total };
    }
    case "step":
      return { ...state, isPlaying: false, shown: Math.min(total, Math.max(0, state.shown + action.by)) };
    case "show":
      return { ...state, isPlaying: false, shown: Math.min(total, Math.max(0, action.count)) };
    case "speed":
      return { ...state, speed: action.speed };
    case "play-from-start":
      return { ...state, shown: 0, isPlaying: total > 0 };
  }
}

/** How long a step stays alone before the next one is drawn. */
export function pauseBetweenSteps({ speed }: Playback): number {
  return stepMilliseconds / speed;
}
