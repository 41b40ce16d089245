// Loaded into the served process: answers SIGUSR2 with the heap that is left after a collection, one line to the file in SOAK_HEAP_FILE.
import { appendFileSync } from "node:fs";
import { getHeapStatistics } from "node:v8";

process.on("SIGUSR2", () => {
  globalThis.gc();
  const { heapUsed, rss, external, arrayBuffers } = process.memoryUsage();
  const contexts = getHeapStatistics().number_of_detached_contexts;
  const sample = { heapUsed, rss, external, arrayBuffers, contexts, at: Date.now() };
  appendFileSync(process.env.SOAK_HEAP_FILE, `${JSON.stringify(sample)}\n`);
});
