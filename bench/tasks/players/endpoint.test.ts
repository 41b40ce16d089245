import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { serveFetch } from "../../../packages/gateway/src/testing/serve.ts";
import { readResult, writeResult } from "../run/result-files.ts";
import { type Material, runTasks } from "../run/run-tasks.ts";
import { setUpNamed } from "../set-ups/set-ups.ts";
import { createTinyWorld, issueTask, messageTask, tinyServices, tinyTasks } from "../testing/tiny-world.ts";
import { createEndpoint, type EndpointOptions } from "./endpoint.ts";

const material: Material = { services: tinyServices, tasks: tinyTasks, createWorld: createTinyWorld };
const issue = "mcp__github__create_issue";

interface Body {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** A real model's API: opens the issue, then says so. */
async function startUpstream(usage: object) {
  const seen: { path: string; key: string | null; body: Body }[] = [];
  const server = await serveFetch(async (request) => {
    const body = (await request.json()) as Body;
    const { pathname } = new URL(request.url);
    seen.push({ path: pathname, key: request.headers.get("x-api-key") ?? request.headers.get("authorization"), body });
    const isDone = JSON.stringify(body.messages).includes("tool_result") || body.messages.at(-1)?.role === "tool";
    const input = { repo: "docs", title: "Broken link" };
    if (pathname.endsWith("/chat/completions")) {
      const called = { id: "call_1", type: "function", function: { name: issue, arguments: JSON.stringify(input) } };
      const message = isDone ? { role: "assistant", content: "Opened." } : { role: "assistant", tool_calls: [called] };
      return Response.json({ model: body.model, choices: [{ message }], usage });
    }
    const content = isDone
      ? [{ type: "text", text: "Opened." }]
      : [{ type: "tool_use", id: "toolu_1", name: issue, input }];
    return Response.json({
      id: "msg_1",
      model: body.model,
      role: "assistant",
      content,
      stop_reason: "end_turn",
      usage,
    });
  });
  onTestFinished(() => server.close());
  return { url: server.url, seen };
}

function endpointAt(url: string, options: Partial<EndpointOptions> = {}) {
  return createEndpoint({ url, dialect: "messages", model: "real-1", apiKey: "secret", maxDollars: 10, ...options });
}

it("plays with a real model, under its name and with its key", async () => {
  const { url, seen } = await startUpstream({ input_tokens: 1_000, output_tokens: 100 });
  const player = endpointAt(url);
  const [result] = await runTasks(material, { setUps: [setUpNamed("oracle")], tasks: [issueTask], player });

  expect(result?.problems).toEqual([]);
  expect(result?.calls).toHaveLength(2);
  expect(result?.transcript[0]?.decisions).toEqual([{ call: issue, input: { repo: "docs", title: "Broken link" } }]);
  expect(seen.map(({ path, key, body }) => [path, key, body.model])).toEqual([
    ["/v1/messages", "secret", "real-1"],
    ["/v1/messages", "secret", "real-1"],
  ]);
  expect(player.spent()).toBeCloseTo(2 * (1_000 * 3e-6 + 100 * 15e-6));
});

it("plays with a model that speaks Chat Completions", async () => {
  const { url, seen } = await startUpstream({ prompt_tokens: 1_000, completion_tokens: 100 });
  const player = endpointAt(`${url}/v1/`, { dialect: "chat" });
  const [result] = await runTasks(material, { setUps: [setUpNamed("oracle-chat")], tasks: [issueTask], player });

  expect(result?.problems).toEqual([]);
  expect(seen[0]).toMatchObject({ path: "/v1/chat/completions", key: "Bearer secret" });
});

it("sends nothing that could exceed the budget, and goes on later without playing anything twice", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-tasks-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { url, seen } = await startUpstream({ input_tokens: 100_000, output_tokens: 100 });
  const run = (maxDollars: number) =>
    runTasks(material, {
      setUps: [setUpNamed("oracle")],
      tasks: [issueTask, messageTask],
      player: endpointAt(url, { maxDollars }),
      finished: (setUp, task) => readResult(folder, setUp, task),
      onResult: (result, isNew) => isNew && writeResult(folder, result),
    });

  // Two calls of 30 cents each fit, a third does not.
  await expect(run(0.61)).rejects.toThrow("The next request could exceed $0.61; $0.6030 are spent.");
  expect(seen).toHaveLength(2);
  expect(existsSync(join(folder, "oracle", "issue", "result.json"))).toBe(true);
  expect(existsSync(join(folder, "oracle", "message", "result.json"))).toBe(false);

  const results = await run(10);
  expect(results.map(({ task }) => task)).toEqual(["issue", "message"]);
  // The model opens the issue again, which is not what the second task wants.
  expect(seen.slice(2).every(({ body }) => JSON.stringify(body).includes("Say hello"))).toBe(true);
});

it("keeps no result of plays that the end of the run cuts off", async () => {
  const { url } = await startUpstream({ input_tokens: 100_000, output_tokens: 100 });
  const kept: string[] = [];
  const running = runTasks(material, {
    setUps: [setUpNamed("oracle"), setUpNamed("native")],
    tasks: [issueTask, messageTask],
    parallel: 4,
    player: endpointAt(url, { maxDollars: 0.31 }),
    onResult: ({ setUp, task }) => kept.push(`${setUp} ${task}`),
  });

  await expect(running).rejects.toThrow("The next request could exceed");
  expect(kept).toEqual([]);
});

it("tries again while the API is busy, and ends the run if it stays so", async () => {
  const waits: number[] = [];
  const server = await serveFetch(async () => Response.json({ error: { message: "overloaded" } }, { status: 529 }));
  onTestFinished(() => server.close());
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  const running = runTasks(material, {
    setUps: [setUpNamed("oracle")],
    tasks: [issueTask],
    player: endpointAt(server.url, { wait }),
  });

  await expect(running).rejects.toThrow('The model\'s API answered 529: {"message":"overloaded"}.');
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
});

it("fails the task if the model's API refuses the request", async () => {
  const server = await serveFetch(async () => Response.json({ error: { message: "too long" } }, { status: 400 }));
  onTestFinished(() => server.close());
  const [result] = await runTasks(material, {
    setUps: [setUpNamed("oracle")],
    tasks: [issueTask],
    player: endpointAt(server.url),
  });

  expect(result?.problems[0]).toContain("too long");
});
