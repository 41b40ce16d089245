import type { TraceRecord } from "@toolcrib/gateway";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Playback, type PlaybackAction, pauseBetweenSteps, play } from "./playback.ts";
import type { StoryStep } from "./story.ts";

export interface PlayerOptions {
  readonly story: readonly StoryStep[];
  /** The request that is shown; undefined for a sample. */
  readonly focus: string | undefined;
  readonly isRunning: boolean;
  readonly isFollowing: boolean;
  readonly startsPlaying: boolean;
  /** The last chosen speed; kept from story to story. */
  readonly speed: number;
  readonly onSpeed: (speed: number) => void;
  /** Called when the user wants to stay on a request, and when the position moves to another one. */
  readonly onHold: (trace: TraceRecord | undefined) => void;
}

export interface Player {
  readonly playback: Playback;
  /** The step whose data is shown: the last one that is drawn. */
  readonly selected: number | undefined;
  readonly act: (action: PlaybackAction) => void;
}

/** Plays a story that may grow during playback. */
export function usePlayer(options: PlayerOptions): Player {
  const { story, focus, isRunning, isFollowing, startsPlaying } = options;
  const played = { total: story.length, isRunning };
  const [playback, setPlayback] = useState<Playback>(() => ({
    position: startsPlaying ? Math.min(1, story.length) : isFollowing ? story.length : endOf(story, focus),
    isPlaying: startsPlaying && story.length > 1,
    isHeld: false,
    speed: options.speed,
  }));
  const traceAt = (position: number) => story[position - 1]?.trace;

  useEffect(() => {
    if (!playback.isPlaying) return undefined;
    const timer = setTimeout(() => {
      const next = play(playback, { type: "tick" }, played);
      setPlayback(next);
      if (!isFollowing && traceAt(next.position)?.id !== focus) options.onHold(traceAt(next.position));
    }, pauseBetweenSteps(playback));
    return () => clearTimeout(timer);
  }, [playback, story.length, isRunning]);

  const before = useRef({ focus, isFollowing, total: story.length });
  useEffect(() => {
    const { current: last } = before;
    before.current = { focus, isFollowing, total: story.length };
    const isAnother = focus !== last.focus && traceAt(playback.position)?.id !== focus;
    if (isFollowing && (isAnother || !last.isFollowing)) setPlayback((state) => ({ ...state, ...atEnd(story.length) }));
    else if (isAnother) setPlayback((state) => ({ ...state, ...atEnd(endOf(story, focus)) }));
    else if (story.length !== last.total) {
      setPlayback((state) => play(state, { type: "grow", before: last.total }, played));
    }
  }, [focus, isFollowing, story.length]);

  return {
    playback,
    selected: playback.position > 0 ? playback.position - 1 : undefined,
    act: (action) => {
      const after = play(playback, action, played);
      setPlayback(after);
      if (action.type === "speed") options.onSpeed(action.speed);
      else if (after.isHeld || traceAt(after.position)?.id !== focus) options.onHold(traceAt(after.position));
    },
  };
}

/** The position after the last step of a request; of the whole story, if it has none of it. */
function endOf(story: readonly StoryStep[], focus: string | undefined): number {
  const last = story.findLastIndex(({ trace, isInferred }) => trace.id === focus && !isInferred);
  return last < 0 ? story.length : last + 1;
}

function atEnd(position: number): Pick<Playback, "position" | "isPlaying" | "isHeld"> {
  return { position, isPlaying: false, isHeld: false };
}
