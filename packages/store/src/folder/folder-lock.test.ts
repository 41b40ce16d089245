import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { lockFolder } from "./folder-lock.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const deadProcess = 999_999_999;
const inUse = expect.objectContaining({ code: "store_folder_in_use" });

interface Contender {
  readonly ready: Promise<void>;
  /** Whether it got the lock. */
  readonly won: Promise<boolean>;
}

/** A process that waits for a file and then takes the lock; it prints whether it got it, and keeps it. */
function startContender(folder: string, go: string): Contender {
  const module = JSON.stringify(new URL("./folder-lock.ts", import.meta.url).href);
  const script = `
    import { existsSync } from "node:fs";
    const { lockFolder } = await import(${module});
    console.log("ready");
    // Not without a pause: those that wait would keep the others from starting.
    const pause = new Int32Array(new SharedArrayBuffer(4));
    while (!existsSync(${JSON.stringify(go)})) Atomics.wait(pause, 0, 0, 1);
    try { lockFolder(${JSON.stringify(folder)}); console.log("won"); } catch (error) { console.log(error.code); }
    setInterval(() => {}, 1000);`;
  const options = ["--import", "tsx", "--conditions", "@toolcrib/source", "--input-type=module", "--eval", script];
  const child = spawn(process.execPath, options, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += String(chunk);
  });
  const saw = async (pattern: RegExp): Promise<void> => {
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(pattern);
  };
  const ready = saw(/ready/);
  return { ready, won: ready.then(() => saw(/won|store_folder/)).then(() => output.includes("won")) };
}

describe("the lock of a folder", () => {
  it("is held until it is freed", () => {
    const folder = temporaryFolder();
    const free = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(inUse);
    free();
    lockFolder(folder)();

    expect(readdirSync(folder)).toEqual([]);
  });

  it("is taken over from a process that is gone, also by one with the same number", () => {
    const folder = temporaryFolder();
    const file = join(folder, "toolcrib.lock");
    for (const number of [deadProcess, process.pid]) {
      writeFileSync(file, JSON.stringify({ process: number, host: hostname(), id: "of the one before" }));
      lockFolder(folder)();
    }
    writeFileSync(file, JSON.stringify({ process: process.ppid, host: hostname(), id: "of another" }));

    expect(() => lockFolder(folder)).toThrow(inUse);
  });

  it("is taken over from another host only after a silence", () => {
    const folder = temporaryFolder();
    const file = join(folder, "toolcrib.lock");
    writeFileSync(file, JSON.stringify({ process: 1, host: "another", id: "there" }));
    expect(() => lockFolder(folder)).toThrow(inUse);
    const before = new Date(Date.now() - 120_000);
    utimesSync(file, before, before);
    lockFolder(folder)();
  });

  it("is taken over by one of many that start at the same moment", { timeout: 120_000 }, async () => {
    const folder = temporaryFolder();
    const file = join(folder, "toolcrib.lock");
    writeFileSync(file, JSON.stringify({ process: deadProcess, host: hostname(), id: "gone" }));
    const go = join(temporaryFolder(), "go");
    const contenders = Array.from({ length: 6 }, () => startContender(folder, go));
    await Promise.all(contenders.map(({ ready }) => ready));
    writeFileSync(go, "");
    const outcomes = await Promise.all(contenders.map(({ won }) => won));

    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ host: hostname() });
  });
});
