import type { StartTimer } from "@toolcrib/shared/timers";
import { describe, expect, it } from "vitest";
import type { LogFile } from "./open-log.ts";
import { type LogHealth, QueuedLog } from "./queued-log.ts";

/** Timers that the test fires. */
function manualTimers() {
  const running = new Map<() => void, number>();
  const startTimer: StartTimer = (milliseconds, onTime) => {
    running.set(onTime, milliseconds);
    return { restart: () => running.set(onTime, milliseconds), stop: () => running.delete(onTime) };
  };
  return {
    startTimer,
    /** The delays of the running timers, shortest first. */
    delays: () => [...running.values()].sort((a, b) => a - b),
    /** Fires the timers with this delay. */
    elapse(milliseconds: number) {
      for (const [onTime, delay] of running) {
        if (delay !== milliseconds) continue;
        running.delete(onTime);
        onTime();
      }
    },
  };
}

function openLog(write: LogFile["write"], maxQueuedBytes = 1_000) {
  const timers = manualTimers();
  const changes: LogHealth["state"][] = [];
  let opened = 0;
  const log = new QueuedLog({
    open: async () => {
      opened++;
      return { write, close: async () => {} };
    },
    maxQueuedBytes: () => maxQueuedBytes,
    startTimer: timers.startTimer,
    onChange: ({ state }) => changes.push(state),
  });
  return { log, timers, changes, opened: () => opened };
}

const fullDisk = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });

describe("a queued log", () => {
  it("writes lines in order", async () => {
    const written: string[] = [];
    const { log } = openLog(async (bytes) => written.push(Buffer.from(bytes).toString()) && bytes.length);

    for (const line of ["one\n", "two\n", "three\n"]) log.write(line);
    await log.close();

    expect(written.join("")).toBe("one\ntwo\nthree\n");
    expect(log.health).toEqual({
      state: "ok",
      reason: undefined,
      queuedBytes: 0,
      writtenLines: 3,
      droppedLines: 0,
      failedWrites: 0,
    });
  });

  it("drops and counts lines beyond its bytes while a write does not return, and closes without it", async () => {
    const { log, timers, changes } = openLog(() => new Promise(() => {}), 10);
    for (const line of ["1234\n", "5678\n", "9\n"]) log.write(line);
    await expect.poll(() => timers.delays()).toEqual([5_000]);
    timers.elapse(5_000);

    expect(log.health).toMatchObject({ state: "stalled", queuedBytes: 10, droppedLines: 1 });
    expect(changes).toEqual(["stalled"]);
    const closed = log.close();
    timers.elapse(1_000);
    await closed;
    expect(log.health.droppedLines).toBe(3);
  });

  it("keeps what a full disk refuses, reopens the file with growing delays, and continues where a line was cut", async () => {
    let room = 6;
    let isFull = true;
    let text = "";
    const { log, timers, changes, opened } = openLog(async (bytes) => {
      if (isFull && room === 0) throw fullDisk;
      const part = isFull ? bytes.subarray(0, room) : bytes;
      room -= isFull ? part.length : 0;
      text += Buffer.from(part).toString();
      return part.length;
    });

    for (const line of ["first\n", "second\n"]) log.write(line);
    room = 9;
    await expect.poll(() => timers.delays()).toEqual([100]);
    expect(text).toBe("first\nsec");
    expect(log.health).toMatchObject({ state: "failing", reason: "ENOSPC", queuedBytes: 4, failedWrites: 1 });
    timers.elapse(100);
    await expect.poll(() => timers.delays()).toEqual([200]);
    isFull = false;
    timers.elapse(200);
    await expect.poll(() => log.health.queuedBytes).toBe(0);

    expect(text).toBe("first\nsecond\n");
    expect(log.health).toMatchObject({ state: "ok", writtenLines: 2, droppedLines: 0, failedWrites: 2 });
    expect(changes).toEqual(["failing", "ok"]);
    expect(opened()).toBe(3);
  });

  it("drops what cannot be written when it is closed", async () => {
    const { log, timers } = openLog(async () => {
      throw fullDisk;
    });
    log.write("lost\n");
    await expect.poll(() => timers.delays()).toEqual([100]);

    await log.close();
    log.write("too late\n");

    expect(log.health).toMatchObject({ droppedLines: 2, queuedBytes: 0 });
  });
});
