import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Anthropic from "@anthropic-ai/sdk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TraceConfig } from "../config/gateway-config.ts";
import type { AdminApiHealth } from "../http/admin/admin-api.ts";
import { createGateway } from "../server/create-gateway.ts";
import type { Gateway } from "../server/gateway.ts";
import { serve, type TestServer } from "../testing/serve.ts";

let folder = "";
let upstream: TestServer;
const gateways: Gateway[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolcrib-disk-"));
  upstream = await serve((_request, _body, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ type: "message", content: [{ type: "text", text: "Hi" }], usage: {} }));
  });
});
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.close();
  await upstream.close();
  await rm(folder, { recursive: true });
});

async function start(trace: TraceConfig) {
  const problems: string[] = [];
  const gateway = await createGateway(
    { upstreams: { test: { dialect: "anthropic", url: upstream.url } }, trace },
    { reportProblem: (problem) => problems.push(problem) },
  );
  gateways.push(gateway);
  const { url } = await gateway.listen({ port: 0 });
  const client = new Anthropic({ apiKey: "client-key", baseURL: url, maxRetries: 0 });
  const ask = () =>
    client.messages.create({ model: "m", max_tokens: 5, messages: [{ role: "user", content: "Hello" }] });
  const get = async (path: string) => (await fetch(url + path)).text();
  const health = async () => JSON.parse(await get("/admin/health")) as AdminApiHealth;
  return { problems, ask, get, health };
}

describe.each([
  ["a full disk", async () => "/dev/full", "ENOSPC"],
  ["a pipe that nobody reads", async () => makePipe(join(folder, "pipe")), "ENXIO"],
  ["a folder that cannot be made", async () => join(await makeFile(join(folder, "file")), "trace.jsonl"), "EEXIST"],
])("%s under the trace log", (_name, makeTarget, reason) => {
  it("delays no request and no health check, drops and counts records, and reports it", async () => {
    const file = await makeTarget();
    const { ask, get, health, problems } = await start({ log: { file }, logQueueBytes: 4_096 });

    const answers = await Promise.all(Array.from({ length: 60 }, ask));
    await expect.poll(health).toMatchObject({
      status: "degraded",
      requestsRunning: 0,
      writers: [{ name: "trace log", target: file, state: "failing", reason }],
    });

    expect(answers.every(({ content }) => content.length === 1)).toBe(true);
    expect(JSON.parse(await get("/healthz"))).toEqual({ status: "degraded", notWritten: ["trace log"] });
    const [writer] = (await health()).writers;
    expect(writer?.queuedBytes).toBeLessThanOrEqual(4_096);
    expect(writer?.droppedLines).toBeGreaterThan(0);
    const metrics = await get("/metrics");
    expect(metrics).toMatch(/toolcrib_writer_failures_total\{writer="trace log"\} [1-9]/);
    expect(metrics).toContain(`toolcrib_writer_dropped_total{writer="trace log"} ${writer?.droppedLines}`);
    expect(metrics).toMatch(/toolcrib_writer_queued_bytes\{writer="trace log"\} [1-9]/);
    expect(problems).toEqual([expect.stringContaining(`cannot be written (${reason})`)]);
  });
});

it("writes queued records when the disk recovers, into a file with mode 0600", async () => {
  const file = join(folder, "trace.jsonl");
  await symlink("/dev/full", file);
  const { ask, get, health, problems } = await start({ log: { file } });
  await ask();
  await expect.poll(health).toMatchObject({ writers: [{ state: "failing" }] });

  await rename(file, join(folder, "full"));
  await ask();
  await expect.poll(health).toMatchObject({ status: "ok", writers: [{ state: "ok" }] });

  expect((await readFile(file, "utf8")).trimEnd().split("\n")).toHaveLength(2);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await get("/healthz"))).toEqual({ status: "ok" });
  expect(problems).toEqual([expect.stringContaining("ENOSPC"), expect.stringContaining("is written again")]);
});

async function makeFile(path: string): Promise<string> {
  await writeFile(path, "");
  return path;
}

function makePipe(path: string): string {
  execFileSync("sh", ["-c", `mkfifo "$0"`, path]);
  return path;
}
