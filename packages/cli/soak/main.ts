// `npm run soak -- --minutes 60`: a served gateway under faults of every kind; fails where memory grows or it stops answering.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { converse, sendNonsense, useFront } from "./clients.ts";
import { startFaultyUpstream } from "./faulty-upstream.ts";
import { heapTrend, warmUpShare } from "./heap-trend.ts";
import { serveGateway } from "./serve-gateway.ts";

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    minutes: { type: "string", default: "60" },
    rate: { type: "string", default: "6" },
    faults: { type: "string", default: "0.15" },
  },
});
const minutes = Number(values.minutes);
const conversationsPerSecond = Number(values.rate);
if (!(minutes >= 1) || !(conversationsPerSecond > 0))
  throw new Error("Expected --minutes from 1 on and --rate above 0.");

const warmUpFactor = 3;
const folder = mkdtempSync(join(tmpdir(), "toolcrib-soak-"));
const upstream = await startFaultyUpstream(Number(values.faults));
const gateway = await serveGateway(folder, upstream.url);
const outcomes = new Map<string, number>();
const running = new Set<Promise<void>>();
const startedAt = Date.now();
const endsAt = startedAt + minutes * 60_000;
const sampleEvery = Math.max(5_000, (minutes * 60_000) / 120);
let isAlive = true;
gateway.process.once("exit", () => {
  isAlive = false;
});

const sampling = setInterval(() => gateway.sample(), sampleEvery);
// The disk under the trace log is full half of the time.
let isDiskFull = false;
const filling = setInterval(() => {
  isDiskFull = !isDiskFull;
  gateway.configure(isDiskFull ? "/dev/full" : join(folder, "trace.jsonl"));
}, 60_000);

let started = 0;
while (Date.now() < endsAt && isAlive) {
  started++;
  start(async () => {
    for (const outcome of await converse(gateway.url)) count(`turn ${outcome}`);
  });
  if (started % 10 === 0) start(async () => count(`nonsense ${await sendNonsense(gateway.url)}`));
  if (started % 20 === 0) start(() => useFront(gateway.url).then(() => count("front ok")));
  if (started % 50 === 0) start(async () => count(`health ${(await fetch(`${gateway.url}/healthz`)).status}`));
  await sleep((1_000 / currentRate()) * (0.5 + Math.random()));
}
clearInterval(sampling);
clearInterval(filling);
await Promise.allSettled(running);
await sleep(2_000);
gateway.sample();
await sleep(2_000);
report();
gateway.process.kill("SIGTERM");
await upstream.close();
rmSync(folder, { recursive: true, force: true });
process.exit();

/** The warm-up is faster, so that every cache has reached its limit when the trend begins to count. */
function currentRate(): number {
  const isWarmingUp = Date.now() - startedAt < minutes * 60_000 * warmUpShare;
  return conversationsPerSecond * (isWarmingUp ? warmUpFactor : 1);
}

function start(work: () => Promise<void>): void {
  const promise = work()
    .catch((error: unknown) => count(`failed: ${error instanceof Error ? error.message.slice(0, 80) : "unknown"}`))
    .finally(() => running.delete(promise));
  running.add(promise);
}

function count(outcome: string): void {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}

function report(): void {
  for (const [outcome, times] of [...outcomes].sort(([a], [b]) => a.localeCompare(b)))
    console.log(`${String(times).padStart(8)}  ${outcome}`);
  const trend = heapTrend(gateway.samples());
  console.log(
    `${minutes} minutes, ${started} conversations, ${upstream.answered()} calls of the model; heap after collection ` +
      `${trend.firstMegabytes.toFixed(1)} MB after the warm-up, ${trend.lastMegabytes.toFixed(1)} MB at the end, ` +
      `${trend.megabytesPerHour.toFixed(2)} MB an hour over ${trend.samples} samples, at most ${trend.maxRssMegabytes.toFixed(0)} MB resident`,
  );
  const serverErrors = [...outcomes].filter(([outcome]) => /^(health|nonsense) 5/.test(outcome));
  const problems = [
    ...(isAlive ? [] : [`the gateway ended:\n${gateway.stderr()}`]),
    ...(trend.isFlat ? [] : ["memory grew"]),
    ...serverErrors.map(([outcome, times]) => `${times} times ${outcome}`),
  ];
  console.log(problems.length === 0 ? "flat: it held" : `FAILED: ${problems.join("; ")}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
