import { MemoryStore } from "@toolcrib/store";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { createGateway, type Store, type StoreKey } from "../src/index.ts";
import type { ChatAnswer } from "../src/testing/chat/chat-request.ts";
import { createStrictChatApi } from "../src/testing/chat/strict-chat-api.ts";
import { serveFetch } from "../src/testing/serve.ts";
import { createManualTimers } from "../src/testing/settings/manual-timers.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();
const never = () => new Promise<never>(() => {});
const asked = { model: "m", input: "Hello" };

/** The SDK before a gateway whose store does what a test says. */
async function start(
  change: (memory: MemoryStore) => Partial<Store>,
  limits = {},
  reply?: ChatAnswer,
  timers = createManualTimers(),
) {
  const api = createStrictChatApi((_body, number) => reply ?? { text: `Answer ${number}.` });
  const upstream = await serveFetch(api.fetch);
  const memory = new MemoryStore(Date.now);
  const problems: string[] = [];
  const store: Store = {
    specificationVersion: "v1",
    get: (keys) => memory.get(keys),
    set: (key, value, options) => memory.set(key, value, options),
    update: (...given) => memory.update(...given),
    delete: (key) => memory.delete(key),
    close: () => memory.close(),
    ...change(memory),
  };
  const gateway = await createGateway(
    { upstreams: { model: { dialect: "openai-chat", url: `${upstream.url}/v1` } }, limits },
    { store, reportProblem: (problem) => void problems.push(problem), startTimer: timers.start },
  );
  const { url } = await gateway.listen({ port: 0 });
  closers.push(upstream.close, () => gateway.close());
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "k", maxRetries: 0 });
  return { client, problems, timers, bodies: api.accepted };
}

const unavailable = {
  status: 503,
  code: "server_is_overloaded",
  message: expect.stringContaining("cannot read or change what it has stored"),
};

describe("a store that throws at once", () => {
  it("costs no answer, and what needs it says so", async () => {
    const throws = () => {
      throw new Error("secret address");
    };
    const { client, problems } = await start(() => ({ get: throws, set: throws, delete: throws }));
    const { id, output_text: text } = await client.responses.create(asked);
    const streamed = await client.responses.stream(asked).finalResponse();

    expect([text, streamed.output_text]).toEqual(["Answer 1.", "Answer 2."]);
    expect(problems).toContain("The store did not keep an object.");
    const failure = client.responses.retrieve(id);
    await expect(failure).rejects.toMatchObject(unavailable);
    await expect(failure).rejects.not.toThrow("secret");
    await expect(client.responses.create({ ...asked, previous_response_id: id })).rejects.toMatchObject(unavailable);
  });
});

describe("an answer with more items than a store takes calls at once", () => {
  const calls = Array.from({ length: 1_500 }, (_, number) => ({ id: `call_${number}`, name: "f", arguments: {} }));
  const tools: OpenAI.Responses.FunctionTool[] = [{ type: "function", name: "f", parameters: {}, strict: false }];

  it("is kept with all its items", async () => {
    const kept = new Set<string>();
    const { client, problems } = await start(
      () => ({
        set: async ({ namespace, id }) => {
          await new Promise(setImmediate);
          if (namespace === "kept-objects") kept.add(id);
        },
      }),
      {},
      { calls },
    );
    const { id, output } = await client.responses.create({ ...asked, tools });

    await expect.poll(() => kept.size).toBe(calls.length + 1);
    expect([...kept]).toEqual([id, ...output.map((item) => `item ${item.id}`)]);
    expect(problems).toEqual([]);
  });

  it("is reported once if the store fails, however many items are lost", async () => {
    const { client, problems } = await start(() => ({ set: () => Promise.reject(new Error("down")) }), {}, { calls });
    await client.responses.create({ ...asked, tools });
    await new Promise(setImmediate);

    expect(problems).toEqual(["The store cannot be written", "The store did not keep an object."]);
  });
});

describe("a store that does not answer", () => {
  it.each([
    ["GET", (client: OpenAI) => client.responses.retrieve("resp_1")],
    ["DELETE", (client: OpenAI) => client.responses.delete("resp_1")],
    ["a request", (client: OpenAI) => client.responses.create({ ...asked, previous_response_id: "resp_1" })],
    ["a stream", (client: OpenAI) => client.responses.stream({ ...asked, previous_response_id: "resp_1" }).done()],
    ["a count", (client: OpenAI) => client.responses.inputTokens.count({ ...asked, previous_response_id: "resp_1" })],
  ])("does not hold %s for long", async (_what, ask) => {
    let noteRead = () => {};
    const isRead = new Promise<void>((resolve) => {
      noteRead = resolve;
    });
    let hasStarted = false;
    const { client, timers } = await start((memory) => ({
      get: (keys) => {
        // A gateway reads its keys when it starts.
        if (!hasStarted) return memory.get(keys);
        noteRead();
        return never();
      },
    }));
    hasStarted = true;
    const failure = ask(client).catch((error: unknown) => error);
    await isRead;
    timers.run(5_000);

    expect(await failure).toMatchObject(unavailable);
  });

  it("does not hold an answer that is only to be kept for long", async () => {
    // The time for which an answer waits for a write is over at once.
    const timers = createManualTimers([250]);
    const { client } = await start(() => ({ set: never }), {}, undefined, timers);
    const first = await client.responses.create(asked);
    // What is being written is there.
    const second = await client.responses.create({ ...asked, previous_response_id: first.id });

    expect([first.output_text, second.output_text]).toEqual(["Answer 1.", "Answer 2."]);
  });
});

describe("a store that gives back something else", () => {
  const broken: readonly (readonly [string, (entry: object) => object])[] = [
    ["an empty object", () => ({})],
    ["a text in place of the object", (entry) => ({ ...entry, value: "x" })],
    ["links that are none", (entry) => ({ ...entry, links: { length: 1e9 } })],
    ["links to numbers", (entry) => ({ ...entry, links: [1] })],
    ["too many links", (entry) => ({ ...entry, links: Array.from({ length: 1e5 }, (_, at) => `resp_${at}`) })],
    ["no response", (entry) => ({ ...entry, value: { input: [] } })],
    ["a response without output", (entry) => changed(entry, { output: null })],
    ["items that are none", (entry) => changed(entry, { output: [null] })],
    ["another response", (entry) => changed(entry, { id: "resp_other" })],
  ];

  it.each(broken)("has no response: %s", async (_what, change) => {
    const { client } = await start((memory) => ({
      get: async (keys) => (await memory.get(keys)).map((entry) => (entry === undefined ? entry : change(entry))),
    }));
    const { id } = await client.responses.create(asked);
    // The write is over, so the store is asked.
    await new Promise((resolve) => setTimeout(resolve, 5));

    await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
    await expect(client.responses.create({ ...asked, previous_response_id: id })).rejects.toMatchObject({
      status: 400,
      code: "previous_response_not_found",
    });
  });

  it("is a failure of the store if that is no list", async () => {
    const { client } = await start(() => ({ get: async () => null as never }));

    await expect(client.responses.retrieve("resp_1")).rejects.toMatchObject(unavailable);
  });

  it("ends a conversation that leads back to itself", async () => {
    const { client } = await start((memory) => ({
      get: async (keys: readonly StoreKey[]) =>
        (await memory.get(keys)).map((entry, at) =>
          entry === undefined ? entry : { ...entry, value: { ...keptValue(entry), previous: keys[at]?.id } },
        ),
    }));
    const { id } = await client.responses.create(asked);
    await new Promise((resolve) => setTimeout(resolve, 5));

    await expect(client.responses.create({ ...asked, previous_response_id: id })).rejects.toMatchObject({
      code: "previous_response_not_found",
    });
  });
});

describe("a store that cannot delete", () => {
  it("says so, and the response is still there", async () => {
    const { client } = await start(() => ({ delete: () => Promise.reject(new Error("read only")) }));
    const { id } = await client.responses.create(asked);

    await expect(client.responses.delete(id)).rejects.toMatchObject(unavailable);
    expect(await client.responses.retrieve(id)).toMatchObject({ id });
  });
});

function keptValue(entry: object): object {
  return (entry as { readonly value: object }).value;
}

function changed(entry: object, fields: object): object {
  const value = keptValue(entry) as { readonly response?: object };
  return value.response === undefined
    ? entry
    : { ...entry, value: { ...value, response: { ...value.response, ...fields } } };
}
