import type { Bar, BenchmarkResult } from "./benchmark-result.ts";
import type { LatencyOfSystem, LatencyResult } from "./latency.ts";

const addedBar = 1;
const timesLessBar = 5;
const searchBar = 15;

/** The bars, and what came of them. */
export function judgeBars({ latency, streams }: Omit<BenchmarkResult, "bars">): Bar[] {
  const at200 = latency.filter(({ kind, tools }) => kind === "plain" && tools === 200);
  return [
    judgeAdded(at200),
    judgePeers(at200),
    judgeSearch(latency.filter(({ kind, tools }) => kind === "server-search" && tools === 10_000)),
    judgeStreams(streams),
  ];
}

/** The larger of what is added to the first byte and to the last. */
function addedBy(result: LatencyResult, name: string): number {
  const system = result.systems.find((measured) => measured.system === name);
  return system === undefined || system.failure !== undefined ? Number.NaN : addedOf(system);
}

function addedOf({ addedFirstByteP50 = Number.NaN, addedLastByteP50 = Number.NaN }: LatencyOfSystem): number {
  return Math.max(addedFirstByteP50, addedLastByteP50);
}

function judgeAdded(results: readonly LatencyResult[]): Bar {
  const worst = Math.max(...results.map((result) => addedBy(result, "toolcrib")));
  return {
    title: `200 tools: the gateway adds less than ${addedBar} ms (p50)`,
    measured: results.length === 0 ? "not measured" : `${worst.toFixed(2)} ms`,
    isMet: results.length === 0 ? null : worst < addedBar,
  };
}

function judgePeers(results: readonly LatencyResult[]): Bar {
  const ratios = results
    .map((result) => addedBy(result, "portkey") / Math.max(0.001, addedBy(result, "toolcrib")))
    .filter((ratio) => !Number.isNaN(ratio));
  const least = Math.min(...ratios);
  return {
    title: `200 tools: at least ${timesLessBar} times less than Portkey adds`,
    measured: ratios.length === 0 ? "not measured" : `${least.toFixed(1)} times less`,
    isMet: ratios.length === 0 ? null : least >= timesLessBar,
  };
}

function judgeSearch(results: readonly LatencyResult[]): Bar {
  const worst = Math.max(...results.map((result) => addedBy(result, "toolcrib")));
  const isMeasured = results.length > 0 && !Number.isNaN(worst);
  return {
    title: `10,000 deferred tools with server search, warm: less than ${searchBar} ms added (p50)`,
    measured: isMeasured ? `${worst.toFixed(1)} ms` : "not measured",
    isMet: isMeasured ? worst < searchBar : null,
  };
}

function judgeStreams(results: BenchmarkResult["streams"]): Bar {
  const own = results.find(({ system }) => system === "toolcrib");
  return {
    title: "1,000 concurrent streams on one core without an error",
    measured: own === undefined ? "not measured" : `${own.completed} of ${own.streams} complete, ${own.errors} errors`,
    isMet: own === undefined || own.streams < 1000 ? null : own.errors === 0,
  };
}
