import { useEffect, useRef, useState } from "preact/hooks";
import { type Playback, type PlaybackAction, pauseBetweenSteps, play } from "./playback.ts";
import type { StoryStep } from "./story.ts";

export interface PlayerOptions {
  readonly story: readonly StoryStep[];
  /** The request whose steps are shown first. */
  readonly focus: string | undefined;
  readonly isRunning: boolean;
  readonly isFollowing: boolean;
  readonly startsPlaying: boolean;
  /** The last chosen speed; kept from story to story. */
  readonly speed: number;
  readonly onSpeed: (speed: number) => void;
  readonly onPlaying: (isPlaying: boolean) => void;
  readonly onHold: () => void;
}

export interface Player {
  readonly playback: Playback;
  /** The step whose data is shown. */
  readonly selected: number | undefined;
  readonly act: (action: PlaybackAction) => void;
  readonly select: (index: number) => void;
}

/** Plays a story that may grow during playback. */
export function usePlayer(options: PlayerOptions): Player {
  const { story, focus, isRunning, isFollowing, startsPlaying, onPlaying } = options;
  const played = { total: story.length, isRunning };
  const first = Math.max(
    0,
    story.findIndex(({ trace }) => trace.id === focus),
  );
  const isLookedUp = !isFollowing && focus !== undefined;
  const [chosen, setChosen] = useState<number | undefined>(isLookedUp && !startsPlaying ? first : undefined);
  const [playback, setPlayback] = useState<Playback>(() => ({
    shown: startsPlaying ? first + 1 : story.length,
    isPlaying: startsPlaying && first + 1 < story.length,
    isHeld: false,
    speed: options.speed,
  }));
  const change = (action: PlaybackAction) => setPlayback((state) => play(state, action, played));

  useEffect(() => {
    if (!playback.isPlaying) return undefined;
    const timer = setTimeout(() => change({ type: "tick" }), pauseBetweenSteps(playback, isRunning));
    return () => clearTimeout(timer);
  }, [playback, story.length, isRunning]);
  useChange(() => change({ type: "grow" }), [story.length]);
  const before = useRef({ focus, isFollowing });
  useEffect(() => {
    const isAnother = !isFollowing && focus !== before.current.focus;
    const isFollowedAgain = isFollowing && !before.current.isFollowing;
    before.current = { focus, isFollowing };
    if (!isAnother && !isFollowedAgain) return;
    change({ type: "show", count: story.length });
    setChosen(isAnother ? first : undefined);
  }, [focus, isFollowing]);
  useEffect(() => {
    onPlaying(playback.isPlaying);
  }, [playback.isPlaying]);

  return {
    playback,
    selected: chosen ?? (playback.shown > 0 ? playback.shown - 1 : undefined),
    act: (action) => {
      if (action.type === "speed") options.onSpeed(action.speed);
      else setChosen(undefined);
      const after = play(playback, action, played);
      change(action);
      if (after.isHeld) options.onHold();
    },
    select: (index) => {
      change({ type: "show", count: Math.max(playback.shown, index + 1) });
      setChosen(index);
      options.onHold();
    },
  };
}

/** Like an effect, but skips the first render. */
function useChange(run: () => void, inputs: readonly unknown[]): void {
  const isNew = useRef(true);
  useEffect(() => {
    if (isNew.current) isNew.current = false;
    else run();
  }, inputs);
}
