import { describe, expect, it } from "vitest";
import { type Playback, pauseBetweenSteps, play } from "./playback.ts";

const stopped: Playback = { shown: 0, isPlaying: false, speed: 1 };

describe("play", () => {
  it("draws one step after another and stops at the end", () => {
    let state = play(stopped, { type: "toggle" }, 2);
    state = play(state, { type: "tick" }, 2);
    expect(state).toMatchObject({ shown: 1, isPlaying: true });
    state = play(state, { type: "tick" }, 2);
    expect(state).toMatchObject({ shown: 2, isPlaying: false });
  });

  it("begins again when it is played at the end", () => {
    expect(play({ ...stopped, shown: 3 }, { type: "toggle" }, 3)).toMatchObject({ shown: 0, isPlaying: true });
  });

  it("pauses where somebody steps", () => {
    const playing = { ...stopped, isPlaying: true, shown: 2 };

    expect(play(playing, { type: "step", by: 1 }, 5)).toMatchObject({ shown: 3, isPlaying: false });
    expect(play(playing, { type: "step", by: -1 }, 5)).toMatchObject({ shown: 1, isPlaying: false });
  });

  it("never leaves the story", () => {
    expect(play(stopped, { type: "step", by: -1 }, 5).shown).toBe(0);
    expect(play({ ...stopped, shown: 5 }, { type: "step", by: 1 }, 5).shown).toBe(5);
    expect(play(stopped, { type: "show", count: 99 }, 5).shown).toBe(5);
    expect(play(stopped, { type: "toggle" }, 0).isPlaying).toBe(false);
  });

  it("waits half as long at twice the speed", () => {
    const faster = play(stopped, { type: "speed", speed: 2 }, 5);

    expect(pauseBetweenSteps(faster)).toBe(pauseBetweenSteps(stopped) / 2);
  });
});
