import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StartTimer } from "@toolcrib/shared/timers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { BackgroundWrites, type FileWritesHealth, openPinTrust } from "../index.ts";
import { closePools, settledPool, stateOf } from "../testing/open-pool.ts";
import { scriptedEntry } from "../testing/scripted-entry.ts";

afterEach(closePools);

const fullDisk = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });

/** Timers that the test fires. */
function manualTimers() {
  const running = new Map<() => void, number>();
  const startTimer: StartTimer = (milliseconds, onEnd) => {
    running.set(onEnd, milliseconds);
    return { restart: () => void running.set(onEnd, milliseconds), stop: () => void running.delete(onEnd) };
  };
  const elapse = (milliseconds: number): void => {
    for (const [onEnd, delay] of running) {
      if (delay === milliseconds && running.delete(onEnd)) onEnd();
    }
  };
  return { startTimer, elapse, delays: () => [...running.values()] };
}

describe("writes in the background", () => {
  it("are retried after failures with growing delays, and report when failures begin and end", async () => {
    const { startTimer, elapse, delays } = manualTimers();
    const changes: [string, string | undefined][] = [];
    const writes = new BackgroundWrites({ startTimer, onChange: ({ state, reason }) => changes.push([state, reason]) });
    let isFull = true;
    let written = 0;
    const onFailure = vi.fn();
    writes.add({
      name: "pins",
      file: "a",
      onFailure,
      write: async () => {
        if (isFull) throw fullDisk;
        written++;
      },
    });

    await expect.poll(() => delays()).toEqual([1_000]);
    elapse(1_000);
    await expect.poll(() => delays()).toEqual([2_000]);
    expect(writes.health()).toMatchObject([{ name: "pins", target: "a", state: "failing", failedWrites: 2 }]);
    isFull = false;
    elapse(2_000);
    await expect.poll(() => written).toBe(1);

    expect(writes.health()).toMatchObject([{ state: "ok", failedWrites: 2 }]);
    expect(changes).toEqual([
      ["failing", "ENOSPC: no space left on device"],
      ["ok", undefined],
    ]);
    expect(onFailure).toHaveBeenCalledTimes(1);
  });

  it("write a new file immediately, even if a failed one is waiting for its retry", async () => {
    const { startTimer, delays } = manualTimers();
    const writes = new BackgroundWrites({ startTimer });
    writes.add({ name: "pins", file: "a", write: () => Promise.reject(fullDisk) });
    await expect.poll(() => delays()).toEqual([1_000]);
    const write = vi.fn(async () => {});

    writes.add({ name: "tool lists", file: "b", write });

    await expect.poll(() => write).toHaveBeenCalledTimes(1);
  });

  it("run one at a time, so that a hanging disk blocks one thread, and keep the newest version of a file", async () => {
    const { startTimer, elapse, delays } = manualTimers();
    const writes = new BackgroundWrites({ startTimer });
    const started: string[] = [];
    let release = (): void => {};
    const add = (file: string, text: string) =>
      writes.add({
        name: "tool lists",
        file,
        write: () => {
          started.push(text);
          return new Promise((resolve) => {
            release = resolve;
          });
        },
      });
    for (const [file, text] of [
      ["a", "a1"],
      ["b", "b1"],
      ["b", "b2"],
    ] as const)
      add(file, text);

    expect(started).toEqual(["a1"]);
    await expect.poll(() => delays()).toEqual([5_000]);
    elapse(5_000);
    expect(writes.health()).toMatchObject([{ state: "stalled", target: "a" }]);
    const isWritten = writes.settled(10);
    elapse(10);
    expect(await isWritten).toBe(false);
    release();
    await expect.poll(() => started).toEqual(["a1", "b2"]);
    release();
    await expect.poll(() => writes.health()).toMatchObject([{ state: "ok" }]);
  });
});

describe("a full disk", () => {
  const isHealthy = (health: readonly FileWritesHealth[]): boolean => health.every(({ state }) => state === "ok");

  it("does not delay tool calls because of cached lists", async () => {
    const writes = new BackgroundWrites();
    const cacheFolder = join(newFolder(), "cache");
    symlinkSync("/dev/full", cacheFolder);

    const { pool, events } = await settledPool({ entries: [scriptedEntry("a")], cacheFolder, writes });
    const [tool] = pool.tools();

    expect(stateOf(pool)).toBe("ready");
    expect(tool).toBeDefined();
    await expect.poll(() => isHealthy(writes.health())).toBe(false);
    expect(writes.health()).toMatchObject([{ name: "tool lists", state: "failing" }]);
    expect(events).toContainEqual(expect.objectContaining({ type: "warning", server: "a" }));
  });

  it("does not lose pins: they are written with mode 0600 when the disk recovers, and an approval reports the failure", async () => {
    const { startTimer, elapse } = manualTimers();
    const writes = new BackgroundWrites({ startTimer });
    const folder = join(newFolder(), "pins");
    const file = join(folder, "pins.json");
    const trust = await openPinTrust({ file, writes });
    symlinkSync("/dev/full", folder);
    const tool = { kind: "tool", server: "a", own: "pay", name: "mcp__a__pay", hash: "h", text: "" } as const;

    await expect(trust.approve([tool])).rejects.toMatchObject({ code: "pin_file_not_written" });
    rmSync(folder);
    await mkdir(folder);
    elapse(1_000);
    await expect.poll(() => isHealthy(writes.health())).toBe(true);

    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ version: 2, approved: { a: { tools: { pay: "h" } } } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "toolcrib-writes-"));
}
