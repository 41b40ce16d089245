// `npm run bench:gateway`: what a gateway adds to a request, ours and its peers side by side in front of the same upstream.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { describeEnvironment } from "../environment.ts";
import { judgeBars } from "./bars.ts";
import { measureStreams, type StreamsResult } from "./concurrent-streams.ts";
import { type LatencyPlan, type LatencyResult, measureLatency } from "./latency.ts";
import { barRow, reportMarkdown } from "./report.ts";
import type { RequestKind } from "./request-body.ts";
import { residentMegabytes } from "./resident-memory.ts";
import { startSystems } from "./start-systems.ts";
import { measureThroughput, type ThroughputResult } from "./throughput.ts";

const { values: options } = parseArgs({
  args: process.argv.slice(2),
  options: {
    quick: { type: "boolean", default: false },
    "no-peers": { type: "boolean", default: false },
    out: { type: "string", default: "bench/results" },
  },
});
const roundsBySize: ReadonlyMap<number, number> = new Map([
  [20, 400],
  [200, 400],
  [2_000, 80],
  [10_000, 25],
]);
/** A server answers thousands of requests: its code is compiled before anything is timed. */
const warmUpShare = 2;
const streamCount = 1000;

const systems = await startSystems(!options["no-peers"]);
process.on("exit", () => systems.stop());
const { direct, own, peers } = systems;
const latency: LatencyResult[] = [];
for (const plan of latencyPlans()) {
  const others = plan.shape.kind === "plain" ? [own, ...peers] : [own];
  const result = await measureLatency(plan, direct, others, residentMegabytes);
  latency.push(result);
  const figures = result.systems.map((system) =>
    system.failure === undefined
      ? `${system.system} ${system.lastByteP50.toFixed(2)} ms`
      : `${system.system} failed (${system.failure.slice(0, 100)})`,
  );
  console.log(
    `${plan.shape.kind}, ${plan.shape.tools} tools, streaming ${plan.shape.isStreaming}: ${figures.join(", ")}`,
  );
}
const throughput: ThroughputResult[] = [];
for (const tools of [20, 200, 2_000]) {
  for (const system of [direct, own, ...peers]) {
    const seconds = options.quick ? 0.5 : 4;
    const shape = { kind: "plain", tools, isStreaming: false } as const;
    // Once before, so that everybody is warm.
    await measureThroughput(system, shape, { connections: 16, seconds: seconds / 4 }, residentMegabytes);
    throughput.push(await measureThroughput(system, shape, { connections: 16, seconds }, residentMegabytes));
  }
}
systems.pinGateways();
const streams: StreamsResult[] = [];
for (const system of [direct, own, ...peers]) {
  streams.push(await measureStreams(system, options.quick ? 100 : streamCount, residentMegabytes));
}
const measured = {
  environment: describeEnvironment(["@toolcrib/gateway", "@portkey-ai/gateway"]),
  latency,
  throughput,
  streams,
};
const result = { ...measured, bars: judgeBars(measured) };
// Relative folders start at the root of the repository.
const folder = resolve(fileURLToPath(new URL("../..", import.meta.url)), options.out);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "gateway.json"), `${JSON.stringify(result, null, 2)}\n`);
writeFileSync(join(folder, "gateway.md"), reportMarkdown(result));
for (const bar of result.bars) console.log(barRow(bar).join(": "));
process.exit(result.bars.some(({ isMet }) => isMet === false) ? 1 : 0);

function latencyPlans(): LatencyPlan[] {
  const planOf = (kind: RequestKind, tools: number, isStreaming: boolean): LatencyPlan => {
    const rounds = Math.ceil((roundsBySize.get(tools) ?? 25) / (options.quick ? 10 : 1));
    const path = kind === "server-search" ? "/search" : "";
    const directCalls = kind === "server-search" ? 2 : 1;
    return { shape: { kind, tools, isStreaming }, rounds, warmUp: Math.ceil(rounds * warmUpShare), path, directCalls };
  };
  return [
    ...[20, 200, 2_000, 10_000].map((tools) => ["plain", tools] as const),
    ...[200, 2_000, 10_000].map((tools) => ["client-search", tools] as const),
    ...[200, 2_000, 10_000].map((tools) => ["server-search", tools] as const),
  ].flatMap(([kind, tools]) => [false, true].map((isStreaming) => planOf(kind, tools, isStreaming)));
}
