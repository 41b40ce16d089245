import type { Environment } from "../environment.ts";
import type { Bar } from "./bars.ts";
import type { JavaScriptResult } from "./engine/javascript.ts";
import type { PythonResult } from "./engine/python.ts";
import type { SuspendedResult } from "./engine/suspended.ts";
import type { PeersResult } from "./peers/peers.ts";
import type { Timing } from "./timing/timing.ts";
import { type Mode, modes, type WorkloadResult } from "./workloads/measure-workloads.ts";

export interface ProgramResults {
  /** About the circumstances of the run. */
  readonly note: string | undefined;
  readonly environment: Environment;
  readonly bars: readonly Bar[];
  readonly javascript: JavaScriptResult;
  readonly python: PythonResult;
  readonly suspended: SuspendedResult;
  readonly peers: PeersResult;
  readonly workloads: readonly WorkloadResult[];
}

export function reportOf(results: ProgramResults): string {
  const { note, environment, bars, javascript, python, suspended, peers, workloads } = results;
  return [
    "# Programs",
    `${environment.date}, ${environment.cpu}, ${environment.cores} cores, Node ${environment.node}. \`npm run bench:programs\`; [how it is measured](../README.md#programs).`,
    ...(note === undefined ? [] : [`**${note}**`]),
    "## Bars",
    table(
      ["", "measured", "bar", "met"],
      bars.map(({ name, measured, limit, isMet }) => [name, String(measured), `≤ ${limit}`, isMet ? "yes" : "no"]),
    ),
    "## Engines",
    table(
      ["", "JavaScript", "Python"],
      [
        ["first program of the process, ms", String(javascript.coldMilliseconds), String(python.coldMilliseconds)],
        [
          "start, ms (p50, p99)",
          shown(javascript.start),
          `${shown(python.warmStart)} warm, ${shown(python.busyStart)} without a pause`,
        ],
        [
          "resume from a snapshot, ms",
          shown(javascript.restore),
          `${shown(python.keptResume)} kept, ${shown(python.replayedResume)} by replay`,
        ],
        ["resume with decrypting, ms", shown(javascript.resume), "–"],
        ["suspended state, bytes", String(javascript.snapshotBytes), String(python.snapshotBytes)],
        ["the same, encrypted", String(javascript.sealedBytes), "–"],
        ["a program that holds 2,000 rows", String(javascript.snapshotBytesWithRows), "–"],
        [
          "a program with the state of another, ms",
          shown(javascript.continued),
          `${shown(python.keptContinued)} kept, ${shown(python.replayedContinued)} by replay`,
        ],
        ["state between programs, bytes", String(javascript.stateBytes), String(python.stateBytes)],
      ],
    ),
    `${suspended.programs} suspended programs take ${Math.round(suspended.bytes / 1000)} kB in all. Threads of the process: ${suspended.threadsBefore ?? "?"} before, ${suspended.threadsWhileWaiting ?? "?"} while they wait. Another sandbox resumed ${suspended.resumed} of them.`,
    "## Peers",
    `One call of a tool, from the start of the program to its end, each system in a process of its own on Node ${peers.node}.`,
    table(
      ["", "first, ms", "then, ms (p50, p99)", "suspended state, bytes", "resume, ms", "memory, MB"],
      peers.measured.map((peer) => [
        peer.name,
        String(peer.coldMilliseconds),
        shown(peer.run),
        peer.stateBytes === undefined ? "cannot suspend" : String(peer.stateBytes),
        peer.resume === undefined ? "–" : shown(peer.resume),
        String(peer.megabytes),
      ]),
    ),
    ...peers.skipped.map(({ name, reason }) => `${name} did not run: ${reason}`),
    "## Workloads",
    "66 tools, a scripted model, four characters a token. The model takes a tenth of a usual time: 100 ms and 1.25 ms a token; a tool takes 10 ms.",
    ...(["tokens", "turns", "time"] as const).flatMap((figure) => [
      `### ${titles[figure]}`,
      workloadTable(workloads, figure),
    ]),
    "",
  ].join("\n\n");
}

const titles = {
  tokens: "Tokens, input and output of all calls of the model",
  turns: "Calls of the model",
  time: "Time, ms",
};

function workloadTable(results: readonly WorkloadResult[], figure: keyof typeof titles): string {
  const figureOf = (workload: string, mode: Mode) => {
    const result = results.find((each) => each.workload === workload && each.mode === mode);
    if (result === undefined) return 0;
    if (figure === "tokens") return result.inputTokens + result.outputTokens;
    return figure === "turns" ? result.turns : result.milliseconds;
  };
  const names = [...new Set(results.map(({ workload }) => workload))];
  const rows = names.map((name) => [name, ...modes.map((mode) => figureOf(name, mode).toLocaleString("en"))]);
  const sums = modes.map((mode) => names.reduce((sum, name) => sum + figureOf(name, mode), 0).toLocaleString("en"));
  return table(["", ...modes], [...rows, ["all", ...sums]]);
}

const shown = ({ p50, p99 }: Timing): string => `${p50}, ${p99}`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${head.map((_, index) => (index === 0 ? "---" : "---:")).join("|")}|`, ...rows.map(line)].join(
    "\n",
  );
}
