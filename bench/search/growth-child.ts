import { generateQueries, generateTools } from "./catalogue/synthetic-catalogue.ts";
import { collectGarbage } from "./garbage.ts";
import type { Growth, GrowthInput } from "./growth.ts";
import { type Latency, summarise, timeQueries } from "./latency.ts";
import { readChildInput, sendReport } from "./run-child.ts";
import { loadEngine } from "./systems/engine-list.ts";
import { listRankedSystems } from "./systems/ranked-system.ts";

const queryCount = 150;
const queryBudgetMs = 15_000;

const { engine: engineName, toolCount } = readChildInput<GrowthInput>();
const engine = await loadEngine(engineName);

const generatorSeconds = timeGenerator();
const start = performance.now();
const index = await engine.build(generateTools(toolCount));
const buildSeconds = (performance.now() - start) / 1000 - generatorSeconds;
const peakBytes = process.resourceUsage().maxRSS * 1024;

const queries = generateQueries(queryCount, toolCount);
const latencies: Record<string, Latency> = {};
for (const system of listRankedSystems(engine, index)) {
  await timeQueries(system, queries, queryBudgetMs);
  latencies[system.name] = summarise(await timeQueries(system, queries, queryBudgetMs));
}
collectGarbage();
const residentBytes = process.memoryUsage().rss;
sendReport({ buildSeconds, residentBytes, peakBytes, latencies } satisfies Growth);

// Making the tools is not indexing them.
function timeGenerator(): number {
  const started = performance.now();
  let lengths = 0;
  for (const tool of generateTools(toolCount)) {
    lengths += tool.name.length;
  }
  return lengths > 0 ? (performance.now() - started) / 1000 : 0;
}
