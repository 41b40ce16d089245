import { measureAdding } from "./adding.ts";
import type { EngineResult, SetResult, SystemResult } from "./benchmark-result.ts";
import type { CatalogueTool } from "./catalogue/catalogue-tool.ts";
import { generateTools } from "./catalogue/synthetic-catalogue.ts";
import { type DataSet, sampleEvenly } from "./common/datasets.ts";
import { collectGarbage } from "./garbage.ts";
import { type Latency, measureLatencies } from "./latency.ts";
import { measureQuality } from "./quality.ts";
import { listRankedSystems } from "./systems/ranked-system.ts";
import type { EngineIndex, SearchEngine } from "./systems/search-engine.ts";

export interface SetMeasurement {
  readonly hasQuality: boolean;
  readonly hasTiming: boolean;
  readonly isQuick: boolean;
  readonly log: (line: string) => void;
}

interface BuiltEngine {
  readonly engine: SearchEngine;
  readonly index: EngineIndex;
  readonly buildMs: number;
}

/** Drawn evenly; every system is asked the same ones. The slow peers need minutes for what more would add on a large catalogue. */
const maxQueries = 800;
const maxQueriesOfLarge = 120;
const largeCatalogue = 10_000;
const timedQueries = 200;
const quickQueries = 40;
const addedTools = 50;
/** Below this many tools the first build measures the compiler more than the engine. */
const rebuildBelow = 15_000;

/** Indexes a set with every engine, then measures all of them side by side. */
export async function measureSet(
  set: DataSet,
  engines: readonly SearchEngine[],
  { hasQuality, hasTiming, isQuick, log }: SetMeasurement,
): Promise<SetResult> {
  log(`${set.name}: ${set.tools.length} tools, ${set.queries.length} queries`);
  const built: BuiltEngine[] = [];
  for (const engine of engines) {
    built.push(await buildTimed(engine, set.tools, hasTiming));
  }
  const systems = built.flatMap(({ engine, index }) => listRankedSystems(engine, index));
  const most = set.tools.length > largeCatalogue ? maxQueriesOfLarge : maxQueries;
  const asked = sampleEvenly(set.queries, isQuick ? quickQueries : most);
  const qualities = new Map<string, SystemResult["quality"]>();
  for (const system of systems) {
    const quality = hasQuality ? await measureQuality(system, asked) : null;
    qualities.set(system.name, quality);
    if (quality !== null) {
      log(`  ${system.name}: recall@1 ${quality.recallAt1.toFixed(3)}, recall@5 ${quality.recallAt5.toFixed(3)}`);
    }
  }
  const timed = sampleEvenly(set.queries, isQuick ? quickQueries : timedQueries).map(({ query }) => query);
  const latencies = hasTiming ? await measureLatencies(systems, timed) : new Map<string, Latency>();
  const engineResults: EngineResult[] = [];
  for (const builtEngine of hasTiming ? built : []) {
    engineResults.push(await measureEngine(builtEngine, timed));
  }
  return {
    name: set.name,
    tools: set.tools.length,
    systems: systems.map(({ name, isOwn }) => ({
      name,
      isOwn,
      quality: qualities.get(name) ?? null,
      latency: latencies.get(name) ?? null,
    })),
    engines: engineResults,
  };
}

async function buildTimed(
  engine: SearchEngine,
  tools: readonly CatalogueTool[],
  hasTiming: boolean,
): Promise<BuiltEngine> {
  const builds = hasTiming && tools.length < rebuildBelow ? 3 : 1;
  let buildMs = Number.POSITIVE_INFINITY;
  let index: EngineIndex | undefined;
  for (let build = 0; build < builds; build++) {
    index = undefined;
    collectGarbage();
    const start = performance.now();
    index = await engine.build(tools);
    buildMs = Math.min(buildMs, performance.now() - start);
  }
  return { engine, index: index as EngineIndex, buildMs };
}

async function measureEngine(
  { engine, index, buildMs }: BuiltEngine,
  queries: readonly string[],
): Promise<EngineResult> {
  const snapshot = await measureSnapshot(engine, index, queries[0] ?? "");
  const adding = await measureAdding(index, engine.rankers[0] ?? "", [...generateTools(addedTools)], queries);
  return { name: engine.name, buildMs, adding, snapshot };
}

async function measureSnapshot(
  engine: SearchEngine,
  index: EngineIndex,
  query: string,
): Promise<EngineResult["snapshot"]> {
  if (engine.restore === undefined || index.snapshot === undefined) {
    return null;
  }
  const bytes = index.snapshot();
  collectGarbage();
  const start = performance.now();
  const restored = await engine.restore(bytes);
  const loadMs = performance.now() - start;
  const ranker = engine.rankers[0] ?? "";
  const [before, after] = [await index.search(query, 10, ranker), await restored.search(query, 10, ranker)];
  if (before.join() !== after.join()) {
    throw new Error(`${engine.name} answers otherwise from a snapshot.`);
  }
  return { bytes: bytes.byteLength, loadMs };
}
