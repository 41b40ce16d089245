// Measures for how long one body stops the gateway: the longest time in which a new connection gets no answer from
// `/healthz`, for every API and upstream with the largest body of each shape, and with the largest one below 10 MB.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { type ApiName, apis, type Shape, shapes } from "../../packages/gateway/test/scaling/bodies.ts";
import { startGateway } from "./start-gateway.ts";

const doors: readonly (readonly [ApiName, string])[] = [
  ["messages", "a"],
  ["messages", "c"],
  ["messages", "r"],
  ["chat", "a"],
  ["chat", "c"],
  ["responses", "c"],
  ["responses", "r"],
  ["search", "none"],
  ["mcp", "none"],
];
const tries = 3;
const smallBytes = 10_000_000;
const maxBytes = 32 * 1_024 * 1_024;

const usage = { input_tokens: 1, output_tokens: 1 };
const text = "ok";
const answers: Readonly<Record<string, object>> = {
  "/v1/messages": {
    ...{ id: "m", type: "message", role: "assistant", model: "m", content: [{ type: "text", text }] },
    ...{ stop_reason: "end_turn", stop_sequence: null, usage },
  },
  "/v1/chat/completions": {
    ...{
      id: "c",
      object: "chat.completion",
      created: 1,
      model: "m",
      usage: { prompt_tokens: 1, completion_tokens: 1 },
    },
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
  },
  "/v1/responses": {
    ...{ id: "r", object: "response", created_at: 1, status: "completed", model: "m", usage },
    output: [
      { type: "message", id: "i", role: "assistant", status: "completed", content: [{ type: "output_text", text }] },
    ],
  },
};

const upstream = createServer((request, response) => {
  request.resume().on("end", () => {
    const answer = answers[request.url ?? ""];
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? {}));
  });
});
await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
const folder = await mkdtemp(join(tmpdir(), "toolcrib-stalls-"));
const file = join(folder, "toolcrib.json");
await writeFile(
  file,
  JSON.stringify({
    upstreams: {
      a: { dialect: "anthropic", url: origin },
      c: { dialect: "openai-chat", url: `${origin}/v1` },
      r: { dialect: "openai-responses", url: `${origin}/v1` },
    },
    routes: ["a", "c", "r"].map((name) => ({ model: name, upstream: name, loader: "bridge", inject: "auto" })),
    retries: { attempts: 0 },
  }),
);
const gateway = await startGateway(file, folder);
const probe = new Worker(new URL("probe.mjs", import.meta.url), { workerData: gateway.url });
const longestWait = (): Promise<number> =>
  new Promise((resolve) => {
    probe.once("message", resolve);
    probe.postMessage("longest");
  });

/** The shortest of some tries: what else runs on the machine only adds to it. */
async function stallOf(apiName: ApiName, model: string, { write }: Shape, size: number) {
  const api = apis[apiName];
  const headers = {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "anthropic-version": "2023-06-01",
    "x-api-key": "k",
  };
  const waits: number[] = [];
  let status = 0;
  let bytes = 0;
  for (let count = 0; count < tries; count++) {
    const body = new Uint8Array(Buffer.from(write(api, size, model)));
    bytes = body.length;
    await longestWait();
    const response = await fetch(gateway.url + api.path, { method: "POST", headers, body });
    await response.arrayBuffer();
    status = response.status;
    // Records and caches are written once the client has its answer.
    await new Promise((resolve) => setTimeout(resolve, 100));
    waits.push(await longestWait());
  }
  return { bytes, status, wait: Math.min(...waits) };
}

/** The largest size of a shape whose body has at most so many bytes. */
function sizeWithin(apiName: ApiName, { max, write }: Shape, most: number): number {
  const size = Math.ceil(max / 20);
  const perUnit = write(apis[apiName], size, "m").length / size;
  return Math.min(max, Math.floor((most / perUnit) * 0.98));
}

const only = new RegExp(process.argv[2] ?? "");
const worst = { small: 0, all: 0 };
try {
  for (const [apiName, model] of doors) {
    for (const shape of shapes) {
      if (!only.test(`${apiName} ${model} ${shape.title}`)) continue;
      const sizes = [smallBytes, maxBytes].map((most) => sizeWithin(apiName, shape, most));
      for (const size of new Set(sizes)) {
        const { bytes, status, wait } = await stallOf(apiName, model, shape, size);
        worst.all = Math.max(worst.all, wait);
        if (bytes <= smallBytes) worst.small = Math.max(worst.small, wait);
        const where = `${apiName} to ${model}`.padEnd(16);
        console.log(
          `${where} ${shape.title.padEnd(46)} ${(bytes / 1e6).toFixed(1).padStart(5)} MB  ${status}  ${wait.toFixed(0).padStart(5)} ms`,
        );
      }
    }
  }
  console.log(`longest wait up to 10 MB: ${worst.small.toFixed(0)} ms; of all bodies: ${worst.all.toFixed(0)} ms`);
} finally {
  await probe.terminate();
  gateway.stop();
  upstream.closeAllConnections();
  upstream.close();
  await rm(folder, { recursive: true });
}
