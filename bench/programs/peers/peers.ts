import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { newerNode } from "../../../packages/mcp/src/testing/newer-node.ts";
import { round, type Timing, timingOf } from "../timing/timing.ts";

export interface PeerResult {
  readonly name: string;
  /** From opening the system to the end of the first program. */
  readonly coldMilliseconds: number;
  /** A program with one call, from its start to its end. */
  readonly run: Timing;
  /** What a suspended program takes, and resuming it to its end; undefined if the system cannot suspend. */
  readonly stateBytes?: number;
  readonly resume?: Timing;
  readonly megabytes: number;
}

export interface PeersResult {
  readonly node: string;
  readonly measured: readonly PeerResult[];
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
}

const systems = [
  { name: "toolcrib", file: "toolcrib", flags: [] },
  { name: "AI SDK code mode", file: "ai-sdk", flags: [] },
  { name: "quickjs-emscripten", file: "quickjs-emscripten", flags: [] },
  // Its engine needs this flag.
  { name: "UTCP code mode", file: "utcp", flags: ["--no-node-snapshot"] },
] as const;

const limits = { timeout: 120_000, maxBuffer: 64 * 2 ** 20 };
const script = fileURLToPath(new URL("./measure-peer.mjs", import.meta.url));
const run = promisify(execFile);

/** Every system in a process of its own, on a Node that all of them support. */
export async function measurePeers(runs: number): Promise<PeersResult> {
  const node = newerNode();
  const { stdout: version } = await run(node, ["--version"]);
  const measured: PeerResult[] = [];
  const skipped: { name: string; reason: string }[] = [];
  for (const { name, file, flags } of systems) {
    try {
      const raw = await measureIn(node, [...flags, script, file, String(runs)]);
      measured.push({
        name,
        coldMilliseconds: round(raw.cold),
        run: timingOf(raw.runs),
        ...(raw.stateBytes === undefined ? {} : { stateBytes: raw.stateBytes }),
        ...(raw.resumes === undefined ? {} : { resume: timingOf(raw.resumes) }),
        megabytes: Math.round(raw.megabytes),
      });
    } catch (error) {
      skipped.push({ name, reason: reasonOf(error as FailedProcess) });
    }
  }
  return { node: version.trim(), measured, skipped };
}

/** The last line of a process that ends itself. */
async function measureIn(node: string, argumentList: readonly string[]): Promise<RawResult> {
  const { stdout } = await run(node, argumentList, limits).catch((failure: FailedProcess) => {
    if (failure.signal === "SIGKILL" && failure.stdout !== undefined) return { stdout: failure.stdout };
    throw failure;
  });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as RawResult;
}

interface FailedProcess {
  readonly signal?: string;
  readonly stdout?: string;
  readonly killed?: boolean;
  readonly stderr?: string;
}

/** Without paths, which name the machine. */
function reasonOf({ killed, stderr = "" }: FailedProcess): string {
  if (killed === true) return `it was not done after ${limits.timeout / 1000} s.`;
  const line = /^\w*Error.*$/m.exec(stderr)?.[0] ?? "it ended without a result.";
  return line.replaceAll(/(?:file:)?\/\S+\//g, "").slice(0, 200);
}

interface RawResult {
  readonly cold: number;
  readonly runs: readonly number[];
  readonly stateBytes?: number;
  readonly resumes?: readonly number[];
  readonly megabytes: number;
}
