import type { BenchmarkResult, GrowthResult, SetResult } from "./benchmark-result.ts";
import { formatBytes, formatCount, formatMs, formatTable } from "./common/format.ts";
import { growthLimits } from "./growth.ts";

/** The sections on time and memory. */
export function writeCostSections(result: BenchmarkResult): string[] {
  const sets = result.sets.toSorted((left, right) => left.tools - right.tools);
  return [...writeLatency(sets), ...writeBuild(sets), ...writeMemory(result), ...writeGrowth(result)];
}

function writeLatency(sets: readonly SetResult[]): string[] {
  const names = sets[0]?.systems.map(({ name }) => name) ?? [];
  return sets.length === 0
    ? []
    : [
        "## Latency",
        "Milliseconds of one query, p50 / p99; all systems in one process, in turns, on the same queries.",
        formatTable(
          ["", ...sets.map(describeSize)],
          names.map((name) => [name, ...sets.map((set) => describeLatency(set, name))]),
        ),
      ];
}

function describeLatency({ systems }: SetResult, name: string): string {
  const latency = systems.find((system) => system.name === name)?.latency;
  return latency === undefined || latency === null ? "–" : `${formatMs(latency.p50)} / ${formatMs(latency.p99)}`;
}

function writeBuild(sets: readonly SetResult[]): string[] {
  const names = sets[0]?.engines.map(({ name }) => name) ?? [];
  const table = (describe: (engine: SetResult["engines"][number]) => string): string =>
    formatTable(
      ["", ...sets.map(describeSize)],
      names.map((name) => [
        name,
        ...sets.map(({ engines }) => {
          const engine = engines.find((candidate) => candidate.name === name);
          return engine === undefined ? "–" : describe(engine);
        }),
      ]),
    );
  const snapshots = sets.flatMap(({ tools, engines }) =>
    engines.flatMap(({ name, buildMs, snapshot }) =>
      snapshot === null
        ? []
        : [[name, formatCount(tools), formatMs(buildMs), formatMs(snapshot.loadMs), formatBytes(snapshot.bytes)]],
    ),
  );
  return sets.length === 0
    ? []
    : [
        "## Indexing",
        "Milliseconds for the whole catalogue; ours includes the vectors. The best of three builds below 15,000 tools.",
        table(({ buildMs }) => formatMs(buildMs)),
        "Milliseconds to add one tool / of the search right after it (p50). A dash: only by indexing everything anew.",
        table(({ adding }) =>
          adding === null ? "–" : `${formatMs(adding.addP50)} / ${formatMs(adding.nextSearchP50)}`,
        ),
        ...(snapshots.length === 0
          ? []
          : [
              "Loading a snapshot instead of indexing:",
              formatTable(["", "tools", "indexing, ms", "loading, ms", "snapshot"], snapshots),
            ]),
      ];
}

function writeMemory({ memory }: BenchmarkResult): string[] {
  const setNames = [...new Set(memory.map(({ setName }) => setName))];
  const engines = [...new Set(memory.map(({ engine }) => engine))];
  const describe = (engine: string, setName: string): string => {
    const outcome = memory.find((entry) => entry.engine === engine && entry.setName === setName)?.outcome;
    return outcome?.report === undefined ? (outcome?.failure ?? "–") : formatBytes(outcome.report.bytesPerTool);
  };
  return memory.length === 0
    ? []
    : [
        "## Memory per tool",
        "What the index adds to the tools themselves: heap and external memory, each engine in a process of its own.",
        formatTable(
          ["", ...setNames],
          engines.map((engine) => [engine, ...setNames.map((setName) => describe(engine, setName))]),
        ),
      ];
}

function writeGrowth({ growth }: BenchmarkResult): string[] {
  return growth.length === 0
    ? []
    : [
        "## Growth",
        `Synthetic catalogues, each engine in a process of its own, with a heap of ${growthLimits.heapMegabytes / 1024} GB ` +
          `and ${growthLimits.seconds} s at most.`,
        formatTable(
          ["", "tools", "indexing, s", "p50, ms", "p99, ms", "memory serving", "memory at most"],
          growth.flatMap(describeGrowth),
        ),
      ];
}

function describeGrowth({ engine, toolCount, outcome }: GrowthResult): string[][] {
  const { report } = outcome;
  if (report === undefined) {
    return [[engine, formatCount(toolCount), outcome.failure ?? "–", "", "", "", ""]];
  }
  return Object.entries(report.latencies).map(([system, { p50, p99 }]) => [
    system,
    formatCount(toolCount),
    report.buildSeconds.toFixed(1),
    formatMs(p50),
    formatMs(p99),
    formatBytes(report.residentBytes),
    formatBytes(report.peakBytes),
  ]);
}

function describeSize({ name, tools }: SetResult): string {
  return name.includes(" of ") ? name : `${name} (${formatCount(tools)})`;
}
