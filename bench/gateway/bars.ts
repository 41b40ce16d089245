import { apiNames, apis, describePair } from "./apis.ts";
import type { Bar, BenchmarkResult } from "./benchmark-result.ts";
import type { LatencyOfSystem, LatencyResult } from "./latency.ts";

const addedBar = 1;
const translatedBar = 3;
const timesLessBar = 5;
const searchBar = 15;

/** The bars, and what came of them; those of requests that this run did not make are left out. */
export function judgeBars({ latency, streams }: Omit<BenchmarkResult, "bars">): Bar[] {
  const passedOn = latency.filter(({ kind, tools }) => kind === "plain" && tools === 200);
  const translated = latency.filter(({ kind, tools }) => kind === "translated" && tools === 200);
  const searched = latency.filter(({ kind, tools }) => kind === "server-search" && tools === 10_000);
  return [
    ...byApi(passedOn).map(judgeAdded),
    ...byApi(passedOn.filter(({ api }) => api === "messages")).map(judgePeers),
    ...(translated.length === 0 ? [] : [judgeTranslated(translated)]),
    ...(searched.length === 0 ? [] : [judgeSearch(searched)]),
    ...streamPairs(streams).map(judgeStreams),
  ];
}

function byApi(results: readonly LatencyResult[]): readonly (readonly LatencyResult[])[] {
  return apis.map((api) => results.filter((result) => result.api === api)).filter(({ length }) => length > 0);
}

function streamPairs(streams: BenchmarkResult["streams"]): readonly BenchmarkResult["streams"][] {
  const pairs = [...new Set(streams.map(describePair))];
  return pairs.map((pair) => streams.filter((result) => describePair(result) === pair));
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
    title: `${nameOf(results)}, 200 tools, passed on: at most ${addedBar} ms added (p50)`,
    measured: `${worst.toFixed(2)} ms`,
    isMet: worst <= addedBar,
  };
}

function judgeTranslated(results: readonly LatencyResult[]): Bar {
  const added = results.map((result) => ({ result, added: addedBy(result, "toolcrib") }));
  const worst = added.reduce((one, other) => (other.added > one.added ? other : one));
  return {
    title: `200 tools, translated: at most ${translatedBar} ms added (p50)`,
    measured: `${worst.added.toFixed(2)} ms (${describePair(worst.result)}${worst.result.isStreaming ? ", streaming" : ""})`,
    isMet: added.every(({ added: milliseconds }) => milliseconds <= translatedBar),
  };
}

function nameOf([result]: readonly LatencyResult[]): string {
  return result === undefined ? "" : apiNames[result.api];
}

function judgePeers(results: readonly LatencyResult[]): Bar {
  const ratios = results
    .map((result) => addedBy(result, "portkey") / Math.max(0.001, addedBy(result, "toolcrib")))
    .filter((ratio) => !Number.isNaN(ratio));
  const least = Math.min(...ratios);
  return {
    title: `${nameOf(results)}, 200 tools, passed on: at least ${timesLessBar} times less than Portkey adds`,
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
    title: `${results[0] === undefined ? "" : describePair(results[0])}: 1,000 concurrent streams on one core without an error`,
    measured: own === undefined ? "not measured" : `${own.completed} of ${own.streams} complete, ${own.errors} errors`,
    isMet: own === undefined || own.streams < 1000 ? null : own.errors === 0,
  };
}
