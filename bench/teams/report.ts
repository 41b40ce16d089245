import type { Environment } from "../environment.ts";
import { type ReadsResult, slowWriteMilliseconds } from "./reads.ts";
import type { ReplicasResult } from "./replicas.ts";

/** Everything that was measured. */
export interface TeamsResult {
  readonly environment: Environment;
  readonly reads: readonly ReadsResult[];
  readonly replicas: readonly ReplicasResult[];
}

/** A promise, and whether it holds. */
export interface Bar {
  readonly bar: string;
  readonly measured: string;
  readonly isMet: boolean;
}

const maxReadMilliseconds = 0.4;
const maxDifference = 0.15;

/** The figures as a page, and what they say about the promises. */
export function teamsReport({ environment, reads, replicas }: TeamsResult): {
  readonly bars: readonly Bar[];
  readonly markdown: string;
} {
  const mostReads = Math.max(...reads.map(({ mostReads: most }) => most));
  const slowest = Math.max(...reads.map(({ readP50 }) => readP50));
  const added = Math.max(...reads.map(({ latencyP50, latencyWithSlowWritesP50: slow }) => slow - latencyP50));
  const comparisons = compareReplicas(replicas);
  const bars: readonly Bar[] = [
    { bar: "at most one read on the request path", measured: `at most ${mostReads}`, isMet: mostReads <= 1 },
    {
      bar: `a read takes at most ${maxReadMilliseconds} ms (p50)`,
      measured: `${slowest.toFixed(3)} ms`,
      isMet: slowest <= maxReadMilliseconds,
    },
    {
      bar: "no request waits for a write",
      measured: `${added.toFixed(1)} ms more if each write takes ${slowWriteMilliseconds} ms more`,
      isMet: added < slowWriteMilliseconds / 3,
    },
    ...comparisons
      .filter(({ hasStore }) => hasStore)
      .map((comparison) => ({
        bar: `processor time per request with one and three replicas differs by at most 15 %: ${comparison.load}`,
        measured: describe(comparison),
        isMet: Math.abs(differenceOf(comparison)) <= maxDifference,
      })),
  ];
  const { cpu, cores, memoryGigabytes, node, date } = environment;
  const markdown = [
    "# Replicas with one PostgreSQL store",
    "",
    `\`npm run bench:teams\`, ${date}: ${cpu}, ${cores} cores, ${memoryGigabytes} GB, Node ${node}. PostgreSQL on the same machine.`,
    "",
    table(
      ["promise", "measured", ""],
      bars.map(({ bar, measured, isMet }) => [bar, measured, isMet ? "met" : "missed"]),
    ),
    "",
    "## Reads of the store before the model is called",
    "",
    table(
      ["request", "reads (mean, most)", "one read p50", "p99", "request p50", "with slow writes"],
      reads.map(({ title, meanReads, mostReads: most, readP50, readP99, ...latency }) => [
        title,
        `${meanReads.toFixed(2)}, ${most}`,
        `${readP50.toFixed(3)} ms`,
        `${readP99.toFixed(3)} ms`,
        `${latency.latencyP50.toFixed(2)} ms`,
        `${latency.latencyWithSlowWritesP50.toFixed(2)} ms`,
      ]),
    ),
    "",
    "## Processor time per request with one and three replicas",
    "",
    "Medians. With a store, there are quotas and an audit log. Each replica has a process with a client and a model of its own.",
    "",
    table(
      ["load", "with a store", "without"],
      comparisons
        .filter(({ hasStore }) => hasStore)
        .map((withStore) => {
          const without = comparisons.find(({ load, hasStore }) => load === withStore.load && !hasStore);
          return [withStore.load, describe(withStore), without === undefined ? "" : describe(without)];
        }),
    ),
    "",
    "Each run:",
    "",
    table(
      ["load", "store", "replicas", "processor time per request", "p50", "p99", "requests per second"],
      replicas.map((result) => [
        result.load,
        result.hasStore ? "yes" : "no",
        String(result.replicas),
        `${result.processorMilliseconds.toFixed(3)} ms`,
        `${result.latencyP50.toFixed(2)} ms`,
        `${result.latencyP99.toFixed(2)} ms`,
        result.requestsPerSecond.toFixed(0),
      ]),
    ),
    "",
  ].join("\n");
  return { bars, markdown };
}

/** What one and three replicas cost under one load. */
interface Comparison {
  readonly load: string;
  readonly hasStore: boolean;
  readonly one: number;
  readonly three: number;
}

function compareReplicas(replicas: readonly ReplicasResult[]): readonly Comparison[] {
  const loads = [...new Set(replicas.map(({ load }) => load))];
  return loads.flatMap((load) =>
    [true, false].map((hasStore) => {
      const of = (count: number): number =>
        median(replicas.filter((each) => each.load === load && each.hasStore === hasStore && each.replicas === count));
      return { load, hasStore, one: of(1), three: of(3) };
    }),
  );
}

function differenceOf({ one, three }: Comparison): number {
  return three / one - 1;
}

function describe(comparison: Comparison): string {
  const difference = differenceOf(comparison) * 100;
  const sign = difference < 0 ? "−" : "+";
  return `${comparison.one.toFixed(3)} and ${comparison.three.toFixed(3)} ms, ${sign}${Math.abs(difference).toFixed(1)} %`;
}

function median(results: readonly ReplicasResult[]): number {
  const sorted = results.map(({ processorMilliseconds }) => processorMilliseconds).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
