import type { FalseReturnsResult, GrowthResult, MemoryResult, SetResult } from "./benchmark-result.ts";
import { type DataSet, readDataSet, readTools, sampleEvenly } from "./common/datasets.ts";
import { askForeignCatalogue, countFalseReturns, leaveNeededToolsOut } from "./false-returns.ts";
import { measureGrowth } from "./growth.ts";
import { measureSet } from "./measure-set.ts";
import { measureMemory } from "./memory.ts";
import type { BenchmarkOptions } from "./options.ts";
import { listRankedSystems } from "./systems/ranked-system.ts";
import type { SearchEngine } from "./systems/search-engine.ts";

export interface BenchmarkRun {
  readonly options: BenchmarkOptions;
  readonly setNames: readonly string[];
  readonly engines: readonly SearchEngine[];
  readonly log: (line: string) => void;
}

/** Parts of a large catalogue, for sizes that no set has. */
const sliceSizes = [5000, 10_000];
/** Larger catalogues take the slow peers too long for what this measure is worth. */
const maxToolsForFalseReturns = 5000;
const foreignQuestions = [
  ["metatool", "dust_pre"],
  ["sealtools", "dust_pre"],
] as const;
/** In a smaller catalogue, what an engine needs once outweighs what it needs for each tool; in the largest, slow engines need too long. */
const toolsForMemory = { least: 15_000, most: 30_000 };
/** An engine that took longer than this for a size is not asked for the next. */
const maxBuildSecondsBeforeNextSize = 40;
const growthSizes = [200_000, 1_000_000];
const quickGrowthSizes = [20_000];

/** Measures set by set, and hands over what there is after each. */
export async function runSets(
  { options, setNames, engines, log }: BenchmarkRun,
  keep: (results: readonly SetResult[]) => void,
): Promise<void> {
  const results: SetResult[] = [];
  const { isQuick } = options;
  const [hasQuality, hasTiming] = [options.parts.includes("quality"), options.parts.includes("timing")];
  let hasSlices = !hasTiming;
  for (const name of setNames) {
    const set = readDataSet(options.dataFolder, name);
    results.push(await measureSet(set, engines, { hasQuality, hasTiming, isQuick, log }));
    if (!hasSlices && set.tools.length > Math.max(...sliceSizes)) {
      hasSlices = true;
      for (const size of sliceSizes) {
        const slice = { ...set, name: `${size.toLocaleString("en")} of ${name}`, tools: sampleEvenly(set.tools, size) };
        results.push(await measureSet(slice, engines, { hasQuality: false, hasTiming, isQuick, log }));
      }
    }
    keep(results);
  }
}

export async function runFalseReturns({
  options,
  setNames,
  engines,
  log,
}: BenchmarkRun): Promise<FalseReturnsResult[]> {
  const sets = new Map<string, DataSet>(setNames.map((name) => [name, readDataSet(options.dataFolder, name)]));
  const small = [...sets.values()].filter(({ tools }) => tools.length <= maxToolsForFalseReturns);
  const foreign = foreignQuestions.flatMap(([asked, catalogue]) => {
    const [askedSet, catalogueSet] = [sets.get(asked), sets.get(catalogue)];
    return askedSet === undefined || catalogueSet === undefined ? [] : [askForeignCatalogue(askedSet, catalogueSet)];
  });
  const results: FalseReturnsResult[] = [];
  for (const { title, tools, queries } of [...small.map(leaveNeededToolsOut), ...foreign]) {
    log(`Returns where nothing was meant: ${title}`);
    const systems: FalseReturnsResult["systems"][number][] = [];
    for (const engine of engines) {
      for (const system of listRankedSystems(engine, await engine.build(tools))) {
        systems.push({ name: system.name, ...(await countFalseReturns(system, queries)) });
      }
    }
    results.push({ title, systems });
  }
  return results;
}

export async function runMemory({ options, setNames, engines, log }: BenchmarkRun): Promise<MemoryResult[]> {
  const results: MemoryResult[] = [];
  const large = setNames.filter((name) => {
    const { length } = readTools(options.dataFolder, name);
    return length >= toolsForMemory.least && length <= toolsForMemory.most;
  });
  for (const setName of large) {
    for (const engine of withoutVectorsToo(engines)) {
      const outcome = await measureMemory({ engine, dataFolder: options.dataFolder, setName });
      log(
        `Memory on ${setName}: ${engine}: ${outcome.failure ?? `${outcome.report.bytesPerTool.toFixed(0)} B a tool`}`,
      );
      results.push({ engine, setName, outcome });
    }
  }
  return results;
}

export async function runGrowth({ options, engines, log }: BenchmarkRun): Promise<GrowthResult[]> {
  const results: GrowthResult[] = [];
  for (const toolCount of options.isQuick ? quickGrowthSizes : growthSizes) {
    for (const engine of withoutVectorsToo(engines)) {
      const outcome = isTooSlow(results, engine)
        ? { failure: `not tried: the size before took more than ${maxBuildSecondsBeforeNextSize} s` }
        : await measureGrowth({ engine, toolCount });
      log(`Growth to ${toolCount}: ${engine}: ${outcome.failure ?? `${outcome.report.buildSeconds.toFixed(1)} s`}`);
      results.push({ engine, toolCount, outcome });
    }
  }
  return results;
}

function isTooSlow(results: readonly GrowthResult[], engine: string): boolean {
  return results
    .filter((result) => result.engine === engine)
    .some(({ outcome }) => (outcome.report?.buildSeconds ?? Number.POSITIVE_INFINITY) > maxBuildSecondsBeforeNextSize);
}

function withoutVectorsToo(engines: readonly SearchEngine[]): string[] {
  return engines.flatMap(({ name }) => (name === "toolcrib" ? [name, "toolcrib without vectors"] : [name]));
}
