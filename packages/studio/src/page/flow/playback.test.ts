import { describe, expect, it } from "vitest";
import { isActive, type Playback, pauseBetweenSteps, play } from "./playback.ts";

const stopped: Playback = { shown: 0, isPlaying: false, isHeld: false, speed: 1 };
const of = (total: number, isRunning = false) => ({ total, isRunning });

describe("play", () => {
  it("draws one step after another and stops at the end", () => {
    let state = play(stopped, { type: "toggle" }, of(2));
    state = play(state, { type: "tick" }, of(2));
    expect(state).toMatchObject({ shown: 1, isPlaying: true });
    state = play(state, { type: "tick" }, of(2));
    expect(state).toMatchObject({ shown: 2, isPlaying: false });
  });

  it("starts over when it is played at the end", () => {
    expect(play({ ...stopped, shown: 3 }, { type: "toggle" }, of(3))).toMatchObject({ shown: 0, isPlaying: true });
  });

  it("pauses when somebody steps", () => {
    const playing = { ...stopped, isPlaying: true, shown: 2 };

    expect(play(playing, { type: "step", by: 1 }, of(5))).toMatchObject({ shown: 3, isPlaying: false });
    expect(play(playing, { type: "step", by: -1 }, of(5))).toMatchObject({ shown: 1, isPlaying: false });
  });

  it("never leaves the flow", () => {
    expect(play(stopped, { type: "step", by: -1 }, of(5)).shown).toBe(0);
    expect(play({ ...stopped, shown: 5 }, { type: "step", by: 1 }, of(5)).shown).toBe(5);
    expect(play(stopped, { type: "show", count: 99 }, of(5)).shown).toBe(5);
    expect(play(stopped, { type: "toggle" }, of(0)).isPlaying).toBe(false);
  });

  it("waits half as long at twice the speed", () => {
    const faster = play(stopped, { type: "speed", speed: 2 }, of(5));

    expect(pauseBetweenSteps(faster, false)).toBe(pauseBetweenSteps(stopped, false) / 2);
  });

  it("draws a step of a running request when it happens, and waits for the next", () => {
    const waiting = { ...stopped, shown: 2 };
    const grown = play(waiting, { type: "grow" }, of(3, true));

    expect(isActive(waiting, of(2, true))).toBe(true);
    expect(grown).toMatchObject({ isPlaying: true, shown: 2 });
    expect(play(grown, { type: "tick" }, of(3, true))).toMatchObject({ isPlaying: false, shown: 3 });
  });

  it("stops drawing after a pause or a step back, until it is played or shown whole", () => {
    const paused = play({ ...stopped, shown: 2 }, { type: "toggle" }, of(2, true));
    const back = play({ ...stopped, shown: 2 }, { type: "step", by: -1 }, of(2, true));

    for (const held of [paused, back]) {
      expect(isActive(held, of(2, true))).toBe(false);
      expect(play(held, { type: "grow" }, of(3, true))).toEqual(held);
      expect(play(held, { type: "show", count: 3 }, of(3, true)).isHeld).toBe(false);
    }
    expect(play(paused, { type: "toggle" }, of(2, true))).toMatchObject({ shown: 2, isHeld: false });
    expect(play(back, { type: "toggle" }, of(2, true))).toMatchObject({ shown: 1, isPlaying: true });
  });
});
