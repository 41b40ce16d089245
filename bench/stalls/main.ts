// Measures for how long one body stops the gateway, for every endpoint and upstream with the largest body of each shape, and with
// the largest one below 10 MB: the longest processor time between two turns of the event loop, and the longest time in which a new
// connection gets no answer from `/healthz`.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { apis, type Shape, shapes } from "../../packages/gateway/test/scaling/bodies.ts";
import { type Door, doors, titleOf } from "../../packages/gateway/test/scaling/doors.ts";
import { configOf, startUpstream } from "../../packages/gateway/test/scaling/upstream.ts";
import { startGateway } from "./start-gateway.ts";

const tries = Number(process.argv[3] ?? 3);
const smallBytes = 10_000_000;
const maxBytes = 32 * 1_024 * 1_024;
const headers = {
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
  "anthropic-version": "2023-06-01",
  "x-api-key": "k",
};

const upstream = await startUpstream();
const folder = await mkdtemp(join(tmpdir(), "toolcrib-stalls-"));
const file = join(folder, "toolcrib.json");
await writeFile(file, JSON.stringify(configOf(upstream.url)));
const gateway = await startGateway(file, folder);
const probe = new Worker(new URL("probe.mjs", import.meta.url), { workerData: gateway.url });
const longestWait = (): Promise<number> =>
  new Promise((resolve) => {
    probe.once("message", resolve);
    probe.postMessage("longest");
  });

/** The shortest of some tries: what else runs on the machine only adds to it. */
async function stallOf({ api, model, isStreamed, path }: Door, { write }: Shape, size: number) {
  const waits: number[] = [];
  const turns: number[] = [];
  let status = 0;
  let bytes = 0;
  for (let count = 0; count < tries; count++) {
    const body = new Uint8Array(Buffer.from(write(apis[api], size, { model, isStreamed })));
    bytes = body.length;
    await longestWait();
    await gateway.longestTurn();
    const response = await fetch(gateway.url + path, { method: "POST", headers, body });
    await response.arrayBuffer();
    status = response.status;
    // Records and caches are written once the client has its answer.
    await new Promise((resolve) => setTimeout(resolve, 100));
    waits.push(await longestWait());
    turns.push(await gateway.longestTurn());
  }
  return { bytes, status, wait: Math.min(...waits), turn: Math.min(...turns) };
}

/** The largest size of a shape whose body has at most so many bytes. */
function sizeWithin({ api, model }: Door, { max, write }: Shape, most: number): number {
  const size = Math.ceil(max / 20);
  const perUnit = write(apis[api], size, { model }).length / size;
  return Math.min(max, Math.floor((most / perUnit) * 0.98));
}

const only = new RegExp(process.argv[2] ?? "");
const worst = { small: 0, all: 0 };
try {
  for (const door of doors) {
    for (const shape of shapes) {
      if (shape.hasPrograms === true && apis[door.api].programs === undefined) continue;
      if (!only.test(`${titleOf(door)}: ${shape.title}`)) continue;
      const sizes = [smallBytes, maxBytes].map((most) => sizeWithin(door, shape, most));
      for (const size of new Set(sizes)) {
        const { bytes, status, wait, turn } = await stallOf(door, shape, size);
        worst.all = Math.max(worst.all, turn);
        if (bytes <= smallBytes) worst.small = Math.max(worst.small, turn);
        const megabytes = (bytes / 1e6).toFixed(1).padStart(5);
        const times = `${turn.toFixed(0).padStart(5)} ms of the processor, ${wait.toFixed(0).padStart(5)} ms without an answer`;
        console.log(`${titleOf(door).padEnd(42)} ${shape.title.padEnd(46)} ${megabytes} MB  ${status} ${times}`);
      }
    }
  }
  const [small, all] = [worst.small.toFixed(0), worst.all.toFixed(0)];
  console.log(`longest processor time of one turn up to 10 MB: ${small} ms; of all bodies: ${all} ms`);
} finally {
  await probe.terminate();
  gateway.stop();
  await upstream.close();
  await rm(folder, { recursive: true });
}
