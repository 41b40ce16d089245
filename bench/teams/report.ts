import type { Environment } from "../environment.ts";
import { percentile } from "../gateway/statistics.ts";
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
    ...replicas
      .filter(({ hasStore, isForEach }) => hasStore && isForEach)
      .flatMap(({ load, one, three, apart }) => [
        within15Percent(`with one and three replicas, ${load}`, one, three),
        within15Percent(`with three gateways and three replicas, ${load}`, apart, three),
      ]),
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
    "Medians of slices, taken in turns that begin with another set-up each time; a difference is the median of the turns. With a store, there are quotas and an audit log. Each replica has a process with a client and a model of its own. *Three gateways* have a store each and share nothing: they keep the machine as busy as three replicas do, so the difference to them is what sharing costs. With the same load in all, three replicas have less to do each, and a process that rests in between takes more time for a request, also without a store.",
    "",
    table(
      ["load", "one and three replicas, without a store", "with a store", "three gateways and three replicas"],
      replicas
        .filter(({ hasStore }) => hasStore)
        .map(({ load, one, three, apart }) => {
          const without = replicas.find((result) => result.load === load && !result.hasStore);
          return [
            load,
            without === undefined ? "" : describe(without.one, without.three),
            describe(one, three),
            describe(apart, three),
          ];
        }),
    ),
    "",
  ].join("\n");
  return { bars, markdown };
}

function within15Percent(compared: string, before: readonly number[], after: readonly number[]): Bar {
  return {
    bar: `processor time per request ${compared}: differs by at most 15 %`,
    measured: describe(before, after),
    isMet: Math.abs(percentile(differences(before, after), 0.5)) <= maxDifference,
  };
}

/** Turn by turn: slices of a turn are taken right after each other, so all had the same machine. */
function differences(before: readonly number[], after: readonly number[]): readonly number[] {
  return before.map((milliseconds, slice) => (after[slice] as number) / milliseconds - 1);
}

function describe(before: readonly number[], after: readonly number[]): string {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => signed(percentile(differences(before, after), share)));
  return `${percentile(before, 0.5).toFixed(3)} and ${percentile(after, 0.5).toFixed(3)} ms (${middle} %; half of the turns ${low} to ${high})`;
}

function signed(share: number): string {
  return `${share < 0 ? "−" : "+"}${Math.abs(share * 100).toFixed(0)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
