import { writeFileSync } from "node:fs";
import Anthropic from "@anthropic-ai/sdk";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  countValues,
  type PostgresServer,
  queryDatabase,
  startPostgres,
} from "../../../store/src/testing/postgres-server.ts";
import { startRoundRobin } from "../../src/testing/round-robin.ts";
import { runInProcess } from "../../src/testing/run-in-process.ts";
import { createTemporaryFiles } from "../../src/testing/temporary-files.ts";
import { startProgramUpstream } from "../installed/program-upstream.ts";
import { createReplicas, type Replica } from "./replica.ts";
import { startSlowUpstream } from "./slow-upstream.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const files = createTemporaryFiles();
const replicas = createReplicas(files);
let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

const question = { model: "m", max_tokens: 100, messages: [{ role: "user", content: "Hi" }] };

/** Whether a request was answered completely. */
async function ask(url: string, body: object): Promise<boolean> {
  try {
    const response = await fetch(`${url}/v1/messages`, { method: "POST", body: JSON.stringify(body) });
    const text = await response.text();
    return response.status === 200 && /message_stop|"stop_reason":"end_turn"/.test(text) && !text.includes('"error"');
  } catch {
    return false;
  }
}

describe("replicas that come and go", () => {
  it("lose only the running streams of one that is killed", async () => {
    const upstream = await startSlowUpstream();
    const store = await postgres.createDatabase();
    const running = await Promise.all(
      [1, 2, 3].map(() => replicas.start(["--upstream", upstream.url, "--store", store])),
    );
    const streams = running.flatMap(({ url }) => [1, 2].map(() => ask(url, { ...question, stream: true })));
    await expect.poll(() => upstream.begun(), { timeout: 20_000 }).toBe(6);
    const [killed, ...others] = running as [Replica, ...Replica[]];
    killed.command.signal("SIGKILL");
    await killed.command.ended;
    upstream.release();

    expect(await Promise.all(streams)).toEqual([false, false, true, true, true, true]);
    expect(await Promise.all(others.map(({ url }) => ask(url, question)))).toEqual([true, true]);
  });

  it("drop no request while they are restarted one after the other", async () => {
    const upstream = await startSlowUpstream();
    upstream.release();
    const store = await postgres.createDatabase();
    const config = files.write(
      "rolling/toolcrib.json",
      JSON.stringify({
        upstreams: { test: { dialect: "anthropic", url: upstream.url } },
        store,
        // Long enough for the balancer to notice, also on a busy machine.
        shutdown: { delaySeconds: 3, drainSeconds: 20 },
        quotas: [{ name: "all", window: "month", requests: 1_000_000 }],
      }),
    );
    const start = () => replicas.start(["--config", config, "--quiet"]);
    const balancer = await startRoundRobin();
    onTestFinished(() => balancer.close());
    const running = await Promise.all([start(), start(), start()]);
    for (const { url } of running) balancer.servers.add(url);
    await expect.poll(() => ask(balancer.url, question), { timeout: 20_000 }).toBe(true);
    let isOver = false;
    const outcomes: boolean[] = [];
    const clients = [true, false, true, false].map(async (stream) => {
      while (!isOver) outcomes.push(await ask(balancer.url, { ...question, stream }));
    });
    for (const old of running) {
      const replacement = await start();
      balancer.servers.add(replacement.url);
      await expect.poll(() => fetch(`${replacement.url}/readyz`).then(({ status }) => status)).toBe(200);
      old.command.signal("SIGTERM");
      expect((await old.command.ended).exitCode).toBe(0);
      balancer.servers.delete(old.url);
    }
    isOver = true;
    await Promise.all(clients);

    expect(outcomes.length).toBeGreaterThan(20);
    expect(outcomes.filter((wasAnswered) => !wasAnswered)).toEqual([]);
  });

  it("continue a program that waits for its client, after the one that suspended it was killed", async () => {
    // Random numbers cannot be compressed into an id, so the program is kept in the store.
    const code = `const data = Array.from({ length: 20_000 }, () => Math.random());
      const first = await tools.get_order({ id: 1 });
      return [data.length, first, await tools.get_order({ id: 2 })];`;
    const upstream = await startProgramUpstream(code);
    onTestFinished(upstream.close);
    const store = await postgres.createDatabase();
    const keys = { TOOLCRIB_PROGRAM_KEYS: Buffer.alloc(32, 9).toString("base64") };
    const start = () => replicas.start(["--upstream", upstream.url, "--store", store], keys);
    const [one, other] = await Promise.all([start(), start()]);
    const messages: Anthropic.Beta.BetaMessageParam[] = [{ role: "user", content: "How many?" }];
    const askAt = async ({ url }: Replica, apiKey: string, container?: string) => {
      const client = new Anthropic({ baseURL: url, apiKey, maxRetries: 0 });
      const callers = { allowed_callers: ["code_execution_20260120" as const] };
      return client.beta.messages.create({
        model: "m",
        max_tokens: 100,
        tools: [
          { type: "code_execution_20260120", name: "code_execution" },
          { name: "get_order", input_schema: { type: "object" }, ...callers },
        ],
        messages,
        ...(container !== undefined && { container }),
      });
    };
    const answer = ({ content }: Anthropic.Beta.BetaMessage, result: string): void => {
      const { id } = content.at(-1) as Anthropic.Beta.BetaToolUseBlock;
      messages.push(
        { role: "assistant", content: content as Anthropic.Beta.BetaContentBlockParam[] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: result }] },
      );
    };
    const first = await askAt(one, "alice");
    expect(first.container?.id).toMatch(/^container_k/);
    answer(first, "a");
    await expect(askAt(other, "bob", first.container?.id)).rejects.toMatchObject({ status: 400 });
    const second = await askAt(other, "alice", first.container?.id);
    answer(second, "b");
    // The container of the second answer is not sent: it is found by the conversation.
    await expect.poll(() => countValues(store, "hidden-turns"), { timeout: 20_000 }).toBe(2);
    other.command.signal("SIGKILL");
    await other.command.ended;

    const end = await askAt(one, "alice");

    expect(end.content).toMatchObject([
      { type: "code_execution_tool_result", content: { stdout: '[20000,"a","b"]\n' } },
      { type: "text", text: "Done." },
    ]);
  });

  it("all follow a changed config", async () => {
    const upstream = await startSlowUpstream();
    const store = await postgres.createDatabase();
    const upstreams = { test: { dialect: "anthropic", url: upstream.url } };
    const config = files.write("shared/toolcrib.json", JSON.stringify({ upstreams, store }));
    const running = await Promise.all([1, 2, 3].map(() => replicas.start(["--config", config])));
    const answers = () => Promise.all(running.map(({ url }) => ask(url, question)));
    expect(await answers()).toEqual([true, true, true]);
    const quotas = [{ name: "none", window: "hour", requests: 0 }];
    writeFileSync(config, JSON.stringify({ upstreams, store, quotas }));

    await expect.poll(answers).toEqual([false, false, false]);
  });
});

describe("three replicas with one PostgreSQL store", () => {
  it("share quotas, and write one audit log that can be verified", async () => {
    const upstream = await startSlowUpstream();
    const store = await postgres.createDatabase();
    const limit = 30;
    const config = files.write(
      "quotas/toolcrib.json",
      JSON.stringify({
        upstreams: { test: { dialect: "anthropic", url: upstream.url } },
        store,
        audit: { arguments: "full" },
        quotas: [{ name: "all", window: "month", per: [], requests: limit }],
      }),
    );
    const running = await Promise.all([1, 2, 3].map(() => replicas.start(["--config", config, "--quiet"])));
    const clients = 6;
    let answered = 0;
    const counted = async (): Promise<number> => {
      const [row] = await queryDatabase<{ value: number }>(store, "SELECT value FROM toolcrib_counters");
      return row?.value ?? 0;
    };
    const client = async (position: number): Promise<void> => {
      for (let turn = 0; turn < 10; turn++) {
        const { url } = running[(position + turn) % 3] as Replica;
        const id = `toolu_${position}_${turn}`;
        const messages = [
          ...question.messages,
          { role: "assistant", content: [{ type: "tool_use", id, name: "Bash", input: { id } }] },
          { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "done" }] },
        ];
        if (!(await ask(url, { ...question, messages }))) continue;
        // A count is written while the request runs. A model takes longer than that, and this one may not.
        const count = ++answered;
        await expect.poll(counted).toBeGreaterThanOrEqual(count);
      }
    };
    await Promise.all(Array.from({ length: clients }, (_, position) => client(position)));

    expect(answered).toBeGreaterThanOrEqual(limit);
    expect(answered).toBeLessThanOrEqual(limit + clients);
    const [{ url }] = running as [Replica];
    const lines = async () => {
      const page = (await (await fetch(`${url}/admin/audit?kind=call&limit=1000`)).json()) as { lines: string[] };
      return page.lines.length;
    };
    await expect.poll(lines, { timeout: 20_000 }).toBe(answered);
    for (const { command } of running.slice(1)) {
      command.signal("SIGTERM");
      await command.ended;
    }
    const verified = await runInProcess(["audit", "verify", "--gateway", url, "--json"], { folder: files.folder });
    expect(verified.exitCode).toBe(0);
    expect(JSON.parse(verified.stdout)).toMatchObject({ problems: [], first: 1 });
  });
});
