import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadEncoder } from "@toolcrib/encoder";
import { type SearchableTool, ToolIndex } from "@toolcrib/search";
import { readTools } from "./data-set.ts";

/** Times the first indexing of a catalogue and the next one, from the cache, and searches meanwhile. */
export async function measureIndexing(data: string, count: number): Promise<void> {
  const all = await readTools(data, "openapi44k");
  const step = all.length / Math.min(count, all.length);
  const tools = Array.from(
    { length: Math.min(count, all.length) },
    (_none, index) => all[Math.floor(index * step)] as SearchableTool,
  );
  const cacheFolder = await mkdtemp(join(tmpdir(), "encoder-bench-"));
  console.log(`\n| ${tools.length} tools | seconds | processor seconds | searches meanwhile | slowest of them, ms |`);
  console.log("|---|---|---|---|---|");
  const settings = [
    ["first time, one thread", { threads: 1 }],
    ["from the cache", { threads: 1 }],
  ] as const;
  for (const [label, options] of settings) {
    const index = new ToolIndex({ embedder: await loadEncoder({ cacheFolder, ...options }) });
    const start = performance.now();
    const before = process.cpuUsage();
    index.add(tools);
    let isReady = false;
    const ready = index.ready().then(() => {
      isReady = true;
    });
    const times: number[] = [];
    while (!isReady) {
      const asked = performance.now();
      const { semantic } = await index.search("create an invoice for a customer");
      if (semantic === "used" && index.progress.embedded < index.progress.total) {
        throw new Error("The encoder is reported as used before it is ready.");
      }
      times.push(performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await ready;
    const seconds = (performance.now() - start) / 1_000;
    const { user, system } = process.cpuUsage(before);
    if (index.embedderFailure !== undefined) {
      throw index.embedderFailure;
    }
    const slowest = Math.max(...times).toFixed(1);
    console.log(
      `| ${label} | ${seconds.toFixed(1)} | ${((user + system) / 1e6).toFixed(1)} | ${times.length} | ${slowest} |`,
    );
  }
  console.log(`\nThe cache has ${((await sizeOf(cacheFolder)) / 1e6).toFixed(1)} MB.`);
  await rm(cacheFolder, { recursive: true });
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder, { recursive: true })) {
    const entry = await stat(join(folder, name));
    bytes += entry.isFile() ? entry.size : 0;
  }
  return bytes;
}
