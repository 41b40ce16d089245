// `npm run bench:gateway`: what a gateway adds to a request, ours and its peers side by side in front of the same upstream.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { describeEnvironment } from "../environment.ts";
import type { Api } from "./apis.ts";
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
    openai: { type: "boolean", default: false },
    out: { type: "string", default: "bench/results" },
  },
});
interface ApiPair {
  readonly api: Api;
  readonly upstreamApi: Api;
  /** Whether a thousand streams are measured. */
  readonly isStreamed: boolean;
}
const openaiPairs: readonly ApiPair[] = [
  { api: "chat", upstreamApi: "chat", isStreamed: true },
  { api: "responses", upstreamApi: "responses", isStreamed: true },
  { api: "responses", upstreamApi: "chat", isStreamed: true },
  { api: "responses", upstreamApi: "messages", isStreamed: false },
  { api: "chat", upstreamApi: "messages", isStreamed: true },
  { api: "chat", upstreamApi: "responses", isStreamed: false },
  { api: "messages", upstreamApi: "chat", isStreamed: false },
  { api: "messages", upstreamApi: "responses", isStreamed: false },
];
const messagesPairs: readonly ApiPair[] = [{ api: "messages", upstreamApi: "messages", isStreamed: true }];
const pairs = options.openai ? openaiPairs : messagesPairs;
const roundsBySize: ReadonlyMap<number, number> = new Map([
  [20, 400],
  [200, 400],
  [2_000, 80],
  [10_000, 25],
]);
/** A server answers thousands of requests: its code is compiled before anything is timed. */
const warmUpShare = options.openai ? 1 : 2;
const streamCount = 1000;

const systems = await startSystems(!options["no-peers"]);
process.on("exit", () => systems.stop());
const { direct, own, peers } = systems;
const latency: LatencyResult[] = [];
for (const plan of latencyPlans()) {
  const others = [own, ...peers.filter((peer) => isComparable(plan) && peer.takes(plan.shape))];
  const result = await measureLatency(plan, direct, others, residentMegabytes);
  latency.push(result);
  const figures = result.systems.map((system) =>
    system.failure === undefined
      ? `${system.system} ${system.lastByteP50.toFixed(2)} ms`
      : `${system.system} failed (${system.failure.slice(0, 100)})`,
  );
  console.log(
    `${plan.shape.api} to ${plan.shape.upstreamApi}, ${plan.shape.kind}, ${plan.shape.tools} tools, streaming ${plan.shape.isStreaming}: ${figures.join(", ")}`,
  );
}
const throughput: ThroughputResult[] = [];
for (const tools of options.openai ? [] : [20, 200, 2_000]) {
  for (const system of [direct, own, ...peers]) {
    const seconds = options.quick ? 0.5 : 4;
    const shape = { api: "messages", upstreamApi: "messages", kind: "plain", tools, isStreaming: false } as const;
    // Once before, so that everybody is warm.
    await measureThroughput(system, shape, { connections: 16, seconds: seconds / 4 }, residentMegabytes);
    throughput.push(await measureThroughput(system, shape, { connections: 16, seconds }, residentMegabytes));
  }
}
systems.pinGateways();
const streams: StreamsResult[] = [];
for (const pair of pairs.filter(({ isStreamed }) => isStreamed)) {
  for (const system of [direct, own, ...peers.filter((peer) => peer.takes(pair))]) {
    streams.push(await measureStreams(system, pair, options.quick ? 100 : streamCount, residentMegabytes));
  }
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
const name = options.openai ? "gateway-openai" : "gateway";
writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
writeFileSync(
  join(folder, `${name}.md`),
  reportMarkdown(result, options.openai ? "bench:gateway -- --openai" : "bench:gateway"),
);
for (const bar of result.bars) console.log(barRow(bar).join(": "));
process.exit(result.bars.some(({ isMet }) => isMet === false) ? 1 : 0);

/** Peers pass requests on and translate them; none of them searches. */
function isComparable({ shape: { kind, tools } }: LatencyPlan): boolean {
  return kind === "plain" || (kind === "translated" && tools <= 200);
}

function latencyPlans(): LatencyPlan[] {
  const planOf = (
    pair: ApiPair,
    kind: RequestKind,
    [tools, isStreaming]: readonly [tools: number, isStreaming: boolean],
  ): LatencyPlan => {
    const rounds = Math.ceil((roundsBySize.get(tools) ?? 25) / (options.quick ? 10 : 1));
    const path = kind === "server-search" ? "/search" : "";
    const directCalls = kind === "server-search" ? 2 : 1;
    const { api, upstreamApi } = pair;
    const shape = { api, upstreamApi, kind, tools, isStreaming };
    return { shape, rounds, warmUp: Math.ceil(rounds * warmUpShare), path, directCalls };
  };
  const sizes = options.openai ? [20, 200] : [20, 200, 2_000, 10_000];
  const searchSizes = options.openai ? [] : [200, 2_000, 10_000];
  return pairs.flatMap((pair) => {
    const isPassedOn = pair.api === pair.upstreamApi;
    return [
      ...(isPassedOn ? sizes.map((tools) => ["plain", tools] as const) : []),
      ...(isPassedOn ? [] : [200, 2_000].map((tools) => ["translated", tools] as const)),
      ...searchSizes.map((tools) => ["client-search", tools] as const),
      ...searchSizes.map((tools) => ["server-search", tools] as const),
    ].flatMap(([kind, tools]) => [false, true].map((isStreaming) => planOf(pair, kind, [tools, isStreaming])));
  });
}
