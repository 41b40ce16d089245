import Anthropic from "@anthropic-ai/sdk";
import { createStrictMessagesApi, type ScriptedModel } from "@toolcrib/anthropic/testing";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { countValues, type PostgresServer, startPostgres } from "../../../store/src/testing/postgres-server.ts";
import { runInProcess } from "../../src/testing/run-in-process.ts";
import { serve } from "../../src/testing/serve.ts";
import { createTemporaryFiles } from "../../src/testing/temporary-files.ts";
import { createReplicas, type Replica } from "./replica.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const files = createTemporaryFiles();
const replicas = createReplicas(files);
const inputSchema = { type: "object" as const, properties: { text: { type: "string" as const } } };
const tools = Array.from({ length: 30 }, (_, number) => ({
  name: `mcp__office__task_${number}`,
  description: `Does the work of department ${number}.`,
  input_schema: inputSchema,
}));

/** Searches for the tool that the last question names, and then answers. */
const model: ScriptedModel = (body, requestNumber) => {
  const last = body.messages.at(-1);
  const text = JSON.stringify(last);
  const [, wanted] = /find (\w+)/.exec(text) ?? [];
  if (wanted === undefined) return [{ type: "text", text: `Answer ${body.messages.length}.` }];
  const search = body.tools?.find(({ name = "" }) => /search/i.test(name))?.name ?? "none";
  return [{ type: "tool_use", id: `toolu_${requestNumber}`, name: search, input: { query: `select:${wanted}` } }];
};

interface Upstream {
  readonly url: string;
  /** The bodies that reached it. */
  readonly bodies: string[];
}

async function startUpstream(): Promise<Upstream> {
  const api = createStrictMessagesApi(model);
  const bodies: string[] = [];
  const url = await serve(async ({ path, body, headers }) => {
    bodies.push(body);
    return api.fetch(`http://upstream${path}`, { method: "POST", body, headers: new Headers(headers as never) });
  });
  return { url, bodies };
}

function startReplica(upstream: string, store: string): Promise<Replica> {
  return replicas.start(["--upstream", upstream, "--inject", "always", "--loader", "bridge", "--store", store]);
}

/** A conversation of several turns, with a search in every second one, at one replica after the other. */
async function converse(running: readonly Replica[], store: string, turns = 6): Promise<void> {
  const messages: Anthropic.MessageParam[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const content = turn % 2 === 0 ? `Please find mcp__office__task_${turn}` : "And now?";
    messages.push({ role: "user", content });
    const { url } = running[turn % running.length] as Replica;
    const client = new Anthropic({ baseURL: url, apiKey: "key", maxRetries: 0 });
    const answer = await client.messages.create({ model: "m", max_tokens: 1_000, tools, messages });
    messages.push({ role: "assistant", content: answer.content as Anthropic.ContentBlockParam[] });
    // That nothing was hidden in a turn is written after its answer.
    await holds(store, "hidden-turns", turn + 1);
  }
}

/** Resolves when a store holds so many values of a kind. */
async function holds(store: string, namespace: string, count: number): Promise<void> {
  await expect.poll(() => countValues(store, namespace), { timeout: 20_000 }).toBe(count);
}

describe("three replicas with one PostgreSQL store", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.close());

  it("send the same bytes as one replica, wherever a turn goes", async () => {
    const [alone, shared] = [await startUpstream(), await startUpstream()];
    const [ownStore, store] = [await postgres.createDatabase(), await postgres.createDatabase()];
    await converse([await startReplica(alone.url, ownStore)], ownStore);
    await converse(await Promise.all([1, 2, 3].map(() => startReplica(shared.url, store))), store);

    expect(shared.bodies.length).toBeGreaterThan(6);
    expect(shared.bodies).toEqual(alone.bodies);
  });

  it("continue a stored response of a replica that was killed, and let nobody else read it", async () => {
    const { url } = await startUpstream();
    const store = await postgres.createDatabase();
    const [first, second] = [await startReplica(url, store), await startReplica(url, store)];
    const clientOf = (replica: Replica, apiKey: string) =>
      new OpenAI({ baseURL: `${replica.url}/v1`, apiKey, maxRetries: 0 });
    const response = await clientOf(first, "alice").responses.create({ model: "m", input: "Hello" });
    await holds(store, "kept-objects", 2);
    first.command.signal("SIGKILL");
    await first.command.ended;

    const next = { model: "m", input: "And now?", previous_response_id: response.id };
    const continued = await clientOf(second, "alice").responses.create(next);

    expect(continued.output_text).toBe("Answer 3.");
    await expect(clientOf(second, "bob").responses.retrieve(response.id)).rejects.toMatchObject({ status: 404 });
  });
});

describe("keys in the store", () => {
  it("made and revoked with the command are known to every replica shortly after", async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.close());
    const store = await postgres.createDatabase();
    const replicas = await Promise.all([1, 2].map(() => startReplica("http://127.0.0.1:1", store)));
    const run = async (...options: string[]): Promise<string> => {
      const { stdout, exitCode } = await runInProcess([...options, "--store", store], { folder: files.folder });
      expect(exitCode).toBe(0);
      return stdout.trim();
    };
    const statusAt = async (replica: Replica, key: string): Promise<number> =>
      (await fetch(`${replica.url}/admin/me`, { headers: { "toolcrib-key": key } })).status;
    const statuses = (key: string) => Promise.all(replicas.map((replica) => statusAt(replica, key)));

    await run("access", "add-organisation", "acme");
    const key = await run("keys", "create", "ci", "--organisation", "acme");
    await expect.poll(() => statuses("no key"), { timeout: 20_000 }).toEqual([401, 401]);
    expect(await statuses(key)).toEqual([200, 200]);
    await run("keys", "revoke", "ci", "--organisation", "acme");
    await expect.poll(() => statuses(key), { timeout: 20_000 }).toEqual([401, 401]);
  });
});

describe("a replica whose database goes away", () => {
  it("answers what needs no store, reports it, and recovers by itself", async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.close());
    const { url } = await startUpstream();
    const store = await postgres.createDatabase();
    const replica = await startReplica(url, store);
    const client = new OpenAI({ baseURL: `${replica.url}/v1`, apiKey: "alice", maxRetries: 0 });
    const create = (more: object = {}) => client.responses.create({ model: "m", input: "Hello", ...more });
    const { id } = await create();
    await holds(store, "kept-objects", 2);
    const stateOfStore = async (): Promise<unknown> => {
      const { writers } = (await (await fetch(`${replica.url}/admin/health`)).json()) as {
        writers: { name: string; state: string }[];
      };
      return writers.find(({ name }) => name === "store")?.state;
    };

    await postgres.stop();
    await expect(create({ previous_response_id: id })).rejects.toMatchObject({ status: 503 });
    expect((await create()).output_text).toBe("Answer 1.");
    expect(await stateOfStore()).toBe("failing");

    await postgres.start();
    await expect
      .poll(() => create({ previous_response_id: id }).then(({ output_text: text }) => text, String), {
        timeout: 20_000,
      })
      .toBe("Answer 3.");
    expect(await stateOfStore()).toBe("ok");
  });
});
