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
  const [one, three] = [1, 3].map((count) => median(replicas.filter((result) => result.replicas === count))) as [
    number,
    number,
  ];
  const difference = Math.abs(three / one - 1);
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
    {
      bar: "processor time per request with one and three replicas differs by at most 15 %, at 150 requests a second for each replica",
      measured: `${one.toFixed(3)} and ${three.toFixed(3)} ms, ${(difference * 100).toFixed(1)} %`,
      isMet: difference <= maxDifference,
    },
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
    "## Requests with quotas and an audit log",
    "",
    "Each replica gets 150 requests a second.",
    "",
    table(
      ["replicas", "processor time per request", "p50", "p99", "requests per second"],
      replicas.map((result) => [
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

function median(results: readonly ReplicasResult[]): number {
  const sorted = results.map(({ processorMilliseconds }) => processorMilliseconds).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
