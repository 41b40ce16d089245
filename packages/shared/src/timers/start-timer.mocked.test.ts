import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startBackgroundTimer, startTimer } from "./start-timer.ts";

describe.each([
  ["startTimer", startTimer],
  ["startBackgroundTimer", startBackgroundTimer],
])("%s", (_name, start) => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("calls back once", () => {
    const onEnd = vi.fn();
    start(100, onEnd);

    vi.advanceTimersByTime(99);
    expect(onEnd).not.toHaveBeenCalled();
    vi.advanceTimersByTime(500);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it("stops", () => {
    const onEnd = vi.fn();
    start(100, onEnd).stop();

    vi.advanceTimersByTime(500);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it("starts again from zero, also when it has ended", () => {
    const onEnd = vi.fn();
    const timer = start(100, onEnd);

    vi.advanceTimersByTime(60);
    timer.restart();
    vi.advanceTimersByTime(60);
    expect(onEnd).not.toHaveBeenCalled();
    vi.advanceTimersByTime(40);
    expect(onEnd).toHaveBeenCalledOnce();
    timer.restart();
    vi.advanceTimersByTime(100);
    expect(onEnd).toHaveBeenCalledTimes(2);
  });

  it("waits as long as the runtime can where more is asked for", () => {
    const onEnd = vi.fn();
    start(1e12, onEnd);

    vi.advanceTimersByTime(2 ** 31 - 2);
    expect(onEnd).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it("works if timers are numbers, as in browsers", () => {
    const running = new Map<number, () => void>();
    let last = 0;
    vi.stubGlobal("setTimeout", (onEnd: () => void) => {
      running.set(++last, onEnd);
      return last;
    });
    vi.stubGlobal("clearTimeout", (handle: number) => running.delete(handle));
    try {
      const timer = start(100, () => {});
      timer.restart();
      expect([...running.keys()]).toEqual([2]);
      timer.stop();
      expect(running.size).toBe(0);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

it("keeps a process alive with a timer, and not with one in the background", () => {
  const handles: NodeJS.Timeout[] = [];
  const original = globalThis.setTimeout;
  const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(((onEnd: () => void, milliseconds: number) => {
    const handle = original(onEnd, milliseconds);
    handles.push(handle);
    return handle;
  }) as typeof setTimeout);

  const timers = [startTimer(10_000, () => {}), startBackgroundTimer(10_000, () => {})];

  expect(handles.map((handle) => handle.hasRef())).toEqual([true, false]);
  for (const timer of timers) timer.stop();
  spy.mockRestore();
});
