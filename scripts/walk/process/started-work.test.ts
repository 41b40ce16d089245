import { startTimer } from "@toolcrib/shared/timers";
import { expect, it } from "vitest";
import { StartedWork } from "./started-work.ts";

const hour = 3_600_000;

it("does the late work of this project's timers at once, and only once", () => {
  const work = new StartedWork();
  let late = 0;
  startTimer(hour, () => {
    late += 1;
  });

  expect([work.endTimers(), work.endTimers(), late]).toEqual([1, 0, 1]);
});

it("leaves timers of others, and those that were stopped", () => {
  const work = new StartedWork();
  const other = setTimeout(() => {}, hour);
  startTimer(hour, () => {}).stop();

  expect(work.endTimers()).toBe(0);
  clearTimeout(other);
});

it("stops what waits since before", () => {
  const work = new StartedWork();
  startTimer(hour, () => {});
  work.stopTimers();

  expect(work.endTimers()).toBe(0);
});
