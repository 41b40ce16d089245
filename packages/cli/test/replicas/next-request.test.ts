import { createStrictMessagesApi, type ScriptedModel } from "@toolcrib/anthropic/testing";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type PostgresServer, startPostgres } from "../../../store/src/testing/postgres-server.ts";
import { serve } from "../../src/testing/serve.ts";
import { createTemporaryFiles } from "../../src/testing/temporary-files.ts";
import { askAt, IncompleteAnswer, type ReadAnswer, ways } from "./quick-agent.ts";
import { createReplicas, type Replica } from "./replica.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

/** REPLICA_CONVERSATIONS runs more of them, or fewer. */
const conversations = Number(process.env["REPLICA_CONVERSATIONS"] ?? 200);
const atOnce = 6;
const questions = 3;
/** The share of answers that need not wait for the store: those that would wait for more than 250 ms, on a machine that is too busy. */
const maxLateShare = 0.05;

const replicas = createReplicas(createTemporaryFiles());
let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

type Fields = Readonly<Record<string, unknown>>;

/** A body that reached the upstream, and the replica that sent it. */
interface SeenBody {
  readonly replica: string;
  readonly body: Fields & { readonly messages: readonly object[] };
}

/** Searches for the tool of each question, calls it, and says something when it has the result. */
const model: ScriptedModel = ({ messages, tools = [] }, number) => {
  const last = JSON.stringify(messages.at(-1));
  const id = `toolu_${number}`;
  const [, wanted] = /find (\w+)/.exec(last) ?? [];
  const search = tools.find(({ name = "" }) => /search/i.test(name))?.name ?? "none";
  if (wanted !== undefined) return [{ type: "tool_use", id, name: search, input: { query: `select:${wanted}` } }];
  const [name] = /mcp__office__task_\d+/.exec(last) ?? [];
  if (name === undefined) return [{ type: "text", text: `Done with ${id}.` }];
  return [{ type: "tool_use", id, name: "call_tool", input: { name, arguments: { text: id } } }];
};

/** The upstream of all replicas, and what it saw of each conversation. */
async function startUpstream() {
  const api = createStrictMessagesApi(model);
  const seen = new Map<string, SeenBody[]>();
  const url = await serve(({ path, body: text, headers }) => {
    const body = JSON.parse(text) as SeenBody["body"];
    const [, replica = ""] = /^\/(\w+)/.exec(path) ?? [];
    const [conversation = ""] = /conversation \d+/.exec(JSON.stringify(body.messages[0])) ?? [];
    seen.set(conversation, [...(seen.get(conversation) ?? []), { replica, body }]);
    return api.fetch(`http://upstream${path}`, { method: "POST", body: text, headers: new Headers(headers as never) });
  });
  return { url, seen };
}

/** Whether a body adds messages to the one before, and changes nothing, so that the prompt cache is kept. */
function continues({ body: before }: SeenBody, { body: next }: SeenBody): boolean {
  const [one, other] = [before, next].map((body) =>
    JSON.stringify({ ...body, messages: body.messages.slice(0, before.messages.length) }),
  );
  return one === other;
}

/** How many answers of a replica did not wait longer for the store. */
async function lateAnswers({ url }: Replica): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^toolcrib_store_late_total (\d+)$/m.exec(metrics)?.[1] ?? 0);
}

it("replicas send what the upstream has seen if the next request comes at once, also when one of them is killed", async () => {
  const upstream = await startUpstream();
  const store = await postgres.createDatabase();
  const running = await Promise.all(
    ["one", "two", "three"].map(async (name) => {
      const options = ["--upstream", `${upstream.url}/${name}`, "--inject", "always", "--loader", "bridge"];
      return { name, ...(await replicas.start([...options, "--store", store, "--quiet"])) };
    }),
  );
  const alive = new Set(running);
  const lost: string[] = [];
  let turn = 0;
  let answers = 0;
  let repeated = 0;

  /** Sends a request to the next replica, and to another one if that was killed meanwhile. */
  const ask = async (name: string, way: (typeof ways)[number], body: object): Promise<ReadAnswer> => {
    const before = upstream.seen.get(name)?.length ?? 0;
    for (;;) {
      const replica = [...alive][turn++ % alive.size] as (typeof running)[number];
      try {
        const answer = await askAt(replica.url, way, body);
        answers++;
        return answer;
      } catch (error) {
        if (alive.has(replica)) throw error;
        repeated++;
        // The agent did not see what the killed one made of this request.
        const isSeen = (body: SeenBody, position: number) => position < before || body.replica !== replica.name;
        upstream.seen.set(name, (upstream.seen.get(name) ?? []).filter(isSeen));
      }
    }
  };
  const converse = async (number: number): Promise<void> => {
    const name = `conversation ${number}`;
    const way = ways[number % ways.length] as (typeof ways)[number];
    const { door } = way;
    const conversation: object[] = [];
    let previous: string | undefined;
    const exchange = async (said: object): Promise<ReadAnswer> => {
      conversation.push(said);
      const answer = await ask(name, way, door.body(conversation, previous));
      conversation.push(...answer.said);
      previous = answer.id;
      return answer;
    };
    try {
      for (let question = 0; question < questions; question++) {
        const wanted = `mcp__office__task_${(number + question) % 30}`;
        const { call = "" } = await exchange(door.ask(`In ${name}, find ${wanted}`));
        await exchange(door.answer(call));
      }
    } catch (error) {
      if (!(error instanceof IncompleteAnswer)) throw error;
      lost.push(`${name}: ${error.message}`);
    }
  };
  const numbers = Array.from({ length: conversations }, (_, number) => number);
  const work = async (): Promise<void> => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) await converse(number);
  };
  const working = Promise.all(Array.from({ length: atOnce }, work));
  await expect.poll(() => answers, { timeout: 300_000, interval: 5 }).toBeGreaterThan(conversations * questions);
  const [killed] = running as [(typeof running)[number]];
  const lateBefore = await lateAnswers(killed);
  alive.delete(killed);
  killed.command.signal("SIGKILL");
  await working;
  const late = (await Promise.all([...alive].map(lateAnswers))).reduce((sum, count) => sum + count, lateBefore);

  const broken = [...upstream.seen].flatMap(([name, bodies]) =>
    bodies.flatMap((body, position) => {
      const before = bodies[position - 1];
      return before === undefined || continues(before, body) ? [] : [`${name}, request ${position}`];
    }),
  );
  console.info(`${answers} answers, ${repeated} repeated, ${late} late, ${broken.length} broken, ${lost.length} lost`);
  expect(late).toBeLessThanOrEqual(maxLateShare * answers);
  // The conversation of a late answer may break there and back.
  if (late > 0) {
    expect(broken.length + lost.length).toBeLessThanOrEqual(2 * late);
    return;
  }
  expect(lost).toEqual([]);
  expect(broken).toEqual([]);
  // For each question a search, the call that it leads to, and the answer.
  expect([...upstream.seen.values()].map((bodies) => bodies.length)).toEqual(Array(conversations).fill(3 * questions));
});
