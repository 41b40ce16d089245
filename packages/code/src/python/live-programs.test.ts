import { expect, it } from "vitest";
import { LivePrograms } from "./live-programs.ts";
import type { PythonThread } from "./python-thread.ts";

/** A thread that only says whether it was closed. */
function fakeThread() {
  const thread = {
    isAlive: true,
    close: () => {
      thread.isAlive = false;
    },
  };
  return thread as unknown as PythonThread;
}

const snapshot = Uint8Array.from([1, 2, 3]);

it("ends the interpreter that it kept for a state when another one has the same state", () => {
  const programs = new LivePrograms(4, 60_000);
  const [first, second] = [fakeThread(), fakeThread()];
  programs.keep(snapshot, first);
  programs.keep(Uint8Array.from(snapshot), second);

  expect([first.isAlive, second.isAlive]).toEqual([false, true]);
  expect(programs.take(snapshot)).toBe(second);
  expect(programs.take(snapshot)).toBeUndefined();
});

it("ends the oldest interpreter if there are too many, and all when it is closed", () => {
  const programs = new LivePrograms(2, 60_000);
  const threads = [fakeThread(), fakeThread(), fakeThread()];
  for (const [number, thread] of threads.entries()) programs.keep(Uint8Array.from([number]), thread);
  expect(threads.map(({ isAlive }) => isAlive)).toEqual([false, true, true]);

  programs.close();
  expect(threads.map(({ isAlive }) => isAlive)).toEqual([false, false, false]);
});
