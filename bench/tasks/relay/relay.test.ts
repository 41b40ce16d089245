import { afterEach, expect, it } from "vitest";
import { messagesWire } from "../client/wires/messages.ts";
import type { ModelStep } from "../prompt/prompt.ts";
import { call, scripted } from "../testing/scripted-steps.ts";
import { issueTask } from "../testing/tiny-world.ts";
import { type Conversation, type Relay, startRelay } from "./relay.ts";

const open: Relay[] = [];
afterEach(async () => {
  for (const relay of open.splice(0)) await relay.close();
});

const key = "k";
const weather = {
  name: "get_weather",
  description: "Says the weather.",
  input_schema: { type: "object", properties: {} },
};
const hidden = { ...weather, name: "get_tides", defer_loading: true };
const question = { role: "user", content: "How is the weather?" };

async function start(...steps: readonly ModelStep[]) {
  const player = scripted(...steps);
  const relay = await startRelay(player);
  open.push(relay);
  const conversation: Conversation = relay.open(key, { setUp: "test", task: issueTask });
  const post = async (path: string, headers: object, body: object) => {
    const init = { method: "POST", headers: headers as Record<string, string>, body: JSON.stringify(body) };
    return fetch(relay.url + path, init);
  };
  return {
    player,
    conversation,
    messages: (body: object) =>
      post("/v1/messages", messagesWire.headers(key), { model: "m", max_tokens: 100, messages: [question], ...body }),
    chat: (body: object) =>
      post("/v1/chat/completions", { authorization: `Bearer ${key}` }, { model: "m", messages: [question], ...body }),
    responses: (body: object) =>
      post("/v1/responses", { authorization: `Bearer ${key}` }, { model: "m", input: [question], ...body }),
  };
}

it("refuses a fifth mark, and counts those in results and tools", async () => {
  const { messages, conversation } = await start({ text: "Fine." });
  const mark = { cache_control: { type: "ephemeral" } };
  const text = (value: string) => ({ type: "text", text: value, ...mark });
  const content = [text("a"), text("b"), text("c")];
  const body = { tools: [{ ...weather, ...mark }], messages: [{ role: "user", content }] };

  expect((await messages(body)).status).toBe(200);
  const refused = await messages({ ...body, system: [text("s")] });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("A maximum of 4 blocks with cache_control may be provided. Found 5.");
  expect(conversation.refusals).toHaveLength(1);
  expect(conversation.calls).toHaveLength(1);
});

it("refuses what the real APIs refuse", async () => {
  const { messages, chat, responses } = await start();

  expect((await messages({ surprise: 1 })).status).toBe(400);
  expect((await messages({ tools: [hidden] })).status).toBe(400);
  expect((await chat({ tools: [] })).status).toBe(400);
  expect((await responses({ previous_response_id: "resp_1" })).status).toBe(400);
});

it("hides deferred tools until a reference loads them", async () => {
  const { messages, player } = await start({ text: "Fine." }, { text: "Fine." });
  await messages({ tools: [weather, hidden] });
  await messages({
    tools: [weather, hidden],
    messages: [
      question,
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "get_weather", input: {} }] },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "toolu_1",
            content: [{ type: "tool_reference", tool_name: "get_tides" }],
          },
        ],
      },
    ],
  });
  const [before, after] = player.turns.map(({ prompt }) => prompt);

  expect([...(before?.tools.keys() ?? [])]).toEqual(["get_weather"]);
  expect(before?.parts.map(({ text }) => text).join("")).not.toContain("get_tides");
  expect([...(after?.tools.keys() ?? [])]).toEqual(["get_weather", "get_tides"]);
  expect(after?.parts.at(-1)?.text).toContain('"name":"get_tides"');
});

it.each(["messages", "chat", "responses"] as const)("answers in %s, whole and streamed", async (dialect) => {
  const wanted = { text: "I look.", ...call("get_weather", { city: "Graz" }) };
  const given = await start(wanted, wanted);
  const { input_schema: parameters, ...named } = weather;
  const tools = {
    messages: [weather],
    chat: [{ type: "function", function: { ...named, parameters } }],
    responses: [{ type: "function", ...named, parameters, strict: false }],
  };
  const whole = await given[dialect]({ tools: tools[dialect] });
  const streamed = await given[dialect]({ tools: tools[dialect], stream: true });

  expect(await whole.json()).toMatchObject({ model: "m", usage: expect.any(Object) as object });
  expect(streamed.headers.get("content-type")).toBe("text/event-stream");
  expect(await streamed.text()).toMatch(/^(?:event|data): /);
  expect(given.conversation.calls.map(({ step }) => step)).toEqual([wanted, wanted]);
});

it("reports usage by the rules of the cache", async () => {
  const { messages } = await start({ text: "Fine." }, { text: "Fine." });
  const system = [{ type: "text", text: " sky".repeat(2_000), cache_control: { type: "ephemeral" } }];
  const usages = [];
  for (let time = 0; time < 2; time++) {
    usages.push(((await (await messages({ system })).json()) as { usage: object }).usage);
  }

  expect(usages[0]).toMatchObject({ cache_creation_input_tokens: 2_001, cache_read_input_tokens: 0 });
  expect(usages[1]).toMatchObject({ cache_creation_input_tokens: 0, cache_read_input_tokens: 2_001 });
});
