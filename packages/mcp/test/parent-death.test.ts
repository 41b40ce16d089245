import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isRunning } from "../src/testing/is-running.ts";
import { newFolder, scriptedEntry } from "../src/testing/scripted-entry.ts";

it("W-MCP21 ends servers, also stubborn ones and what they started, when the pool's process is killed", async () => {
  const grandchild = join(newFolder(), "pid");
  const entry = scriptedEntry("a", { stubborn: true, grandchild });
  const script = `
    import { ServerPool } from ${JSON.stringify(new URL("../dist/index.js", import.meta.url).href)};
    const pool = new ServerPool({ entries: [${JSON.stringify(entry)}], cacheFolder: null });
    await pool.settled(20_000);
    console.log(pool.servers()[0].processId);
    setInterval(() => {}, 1_000);
  `;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  const processIds = [Number(line.toString()), Number(readFileSync(grandchild, "utf8"))];
  expect(processIds.map(isRunning)).toEqual([true, true]);

  parent.kill("SIGKILL");

  await expect.poll(() => processIds.map(isRunning)).toEqual([false, false]);
});
