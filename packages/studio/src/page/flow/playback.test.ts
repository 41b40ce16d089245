import { describe, expect, it } from "vitest";
import { isActive, type Playback, pauseBetweenSteps, play } from "./playback.ts";

const stopped: Playback = { position: 0, isPlaying: false, isHeld: false, speed: 1 };
const of = (total: number, isRunning = false) => ({ total, isRunning });

describe("play", () => {
  it("draws one step after another and stops at the end", () => {
    let state = play(stopped, { type: "toggle" }, of(2));
    state = play(state, { type: "tick" }, of(2));
    expect(state).toMatchObject({ position: 1, isPlaying: true });
    state = play(state, { type: "tick" }, of(2));
    expect(state).toMatchObject({ position: 2, isPlaying: false });
  });

  it("starts over when it is played at the end", () => {
    expect(play({ ...stopped, position: 3 }, { type: "toggle" }, of(3))).toMatchObject({
      position: 0,
      isPlaying: true,
    });
  });

  it("pauses when somebody steps", () => {
    const playing = { ...stopped, isPlaying: true, position: 2 };

    expect(play(playing, { type: "step", by: 1 }, of(5))).toMatchObject({ position: 3, isPlaying: false });
    expect(play(playing, { type: "step", by: -1 }, of(5))).toMatchObject({ position: 1, isPlaying: false });
  });

  it("never leaves the flow", () => {
    expect(play(stopped, { type: "step", by: -1 }, of(5)).position).toBe(0);
    expect(play({ ...stopped, position: 5 }, { type: "step", by: 1 }, of(5)).position).toBe(5);
    expect(play(stopped, { type: "show", count: 99 }, of(5)).position).toBe(5);
    expect(play(stopped, { type: "toggle" }, of(0)).isPlaying).toBe(false);
  });

  it("waits half as long at twice the speed", () => {
    const faster = play(stopped, { type: "speed", speed: 2 }, of(5));

    expect(pauseBetweenSteps(faster)).toBe(pauseBetweenSteps(stopped) / 2);
  });

  it("draws what a running request did at once, however much it is, and waits for more", () => {
    const waiting = { ...stopped, position: 2 };

    expect(isActive(waiting, of(2, true))).toBe(true);
    expect(play(waiting, { type: "grow", before: 2 }, of(9, true))).toMatchObject({ position: 9, isPlaying: false });
  });

  it("stays on an earlier step that somebody looks at, and on a pause", () => {
    const paused = play({ ...stopped, position: 2 }, { type: "toggle" }, of(2, true));
    const back = play({ ...stopped, position: 2 }, { type: "step", by: -1 }, of(2, true));
    const earlier = { ...stopped, position: 1 };

    for (const state of [paused, back, earlier]) {
      expect(isActive(state, of(2, true))).toBe(false);
      expect(play(state, { type: "grow", before: 2 }, of(3, true))).toEqual(state);
      expect(play(state, { type: "show", count: 3 }, of(3, true)).isHeld).toBe(false);
    }
    expect(play(paused, { type: "toggle" }, of(2, true))).toMatchObject({ position: 2, isHeld: false });
    expect(play(back, { type: "toggle" }, of(2, true))).toMatchObject({ position: 1, isPlaying: true });
  });
});
