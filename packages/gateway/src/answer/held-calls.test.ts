import type { Message } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import type { Route } from "../contracts/route.ts";
import { ask, type Question } from "../testing/answering/ask.ts";
import { call, deferred, result, text, tool, user } from "../testing/answering/blocks.ts";
import { type ModelScript, scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const client = [tool("Bash"), tool("ToolSearch"), deferred("get_weather"), deferred("get_stocks")];
const lean = [tool("Bash"), tool("ToolSearch"), deferred("DeferredToolPlaceholder")];
const found: readonly Message[] = [
  user("Go."),
  { role: "assistant", content: [call("toolu_s", "ToolSearch", { query: "select:get_weather" })] },
  user(result("toolu_s", [{ type: "tool_reference", tool_name: "get_weather" }])),
];
const valid = { city: "Oslo" };
const invalid = { city: 5 };
const wrapped = (name: string, input: unknown) => ({ name: "call_tool", input: { name, arguments: input } });
const once = (made: { readonly name: string; readonly input: unknown }): ModelScript => {
  return (_body, number) => (number === 1 ? { calls: [{ id: "toolu_1", ...made }] } : { text: "Done." });
};

async function answer(script: ModelScript, body: object, question: Partial<Question> = {}) {
  const upstream = scriptedModel(script);
  const given = { model: "m", max_tokens: 1000, messages: [user("Go.")], tools: client, ...body };
  const reply = await ask(createAnswerRequest({ embedder: null }), {
    body: given,
    upstream,
    route: { loader: "bridge" },
    ...question,
  });
  return { ...reply, shown: JSON.stringify(upstream.bodies.slice(1).map(({ messages }) => messages.at(-1))) };
}

describe("a call reaches the client", () => {
  it.each<[string, Parameters<typeof once>[0], string, unknown, object, Partial<Route>]>([
    ["of a tool in the prompt, whatever its input", { name: "Bash", input: {} }, "Bash", {}, {}, {}],
    ["F39 of a tool in the prompt, through the wrapper", wrapped("Bash", {}), "Bash", {}, {}, {}],
    [
      "E12.1 of a tool that was not found, with a valid input",
      wrapped("get_weather", valid),
      "get_weather",
      valid,
      {},
      {},
    ],
    [
      "of a tool that was found, whatever its input",
      wrapped("get_weather", {}),
      "get_weather",
      {},
      { messages: found },
      {},
    ],
    [
      "of a tool that the upstream expands, whatever its input",
      { name: "get_weather", input: invalid },
      "get_weather",
      invalid,
      {},
      { loader: "native" },
    ],
    [
      "of a tool that is forced, and so in the prompt, whatever its input",
      { name: "get_weather", input: invalid },
      "get_weather",
      invalid,
      { tool_choice: { type: "tool", name: "get_weather" } },
      {},
    ],
    [
      "of a tool that is in the prompt with search switched off, whatever its input",
      { name: "get_weather", input: invalid },
      "get_weather",
      invalid,
      {},
      { settings: { toolSearch: false } },
    ],
    ["of a name that only the client may know", { name: "own", input: {} }, "own", {}, {}, {}],
    ["of a tool that the client holds back", wrapped("own", {}), "own", {}, { tools: lean }, {}],
  ])("%s", async (_case, made, name, input, body, route) => {
    const { message, shown } = await answer(once(made), body, { route: { loader: "bridge", ...route } });

    expect(message.content).toEqual([call("toolu_1", name, input)]);
    expect(shown).toBe("[]");
  });
});

describe("a refused call gets a result that says why", () => {
  it.each<[string, Parameters<typeof once>[0], object, Partial<Question>, string]>([
    ["E12.2 with an invalid input for a tool that was not found", wrapped("get_weather", invalid), {}, {}, "schema"],
    ["E12.2 also where it is called by its own name", { name: "get_weather", input: invalid }, {}, {}, "schema"],
    ["E12.2 also where another tool was found", wrapped("get_stocks", invalid), { messages: found }, {}, "schema"],
    [
      "E12.2 also where a rule looks at the arguments, and has nothing against them",
      wrapped("get_weather", invalid),
      {},
      { policy: [{ action: "deny", name: "get_weather", arguments: { city: "R*" } }] },
      "schema",
    ],
    ["E12.3 with a name that the request does not have", wrapped("get_wether", valid), {}, {}, "no tool"],
    ["without a name", { name: "", input: {} }, {}, {}, "no tool"],
    [
      "E12.1 where the settings ask for tools to be loaded first",
      wrapped("get_weather", valid),
      {},
      { route: { loader: "bridge", settings: { runUnloadedCalls: false } } },
      "not loaded",
    ],
    [
      "E1.0 of a hidden tool by its own name",
      { name: "get_weather", input: valid },
      {},
      { policy: [{ action: "hide", name: "get_weather" }] },
      "no tool",
    ],
    [
      "E1.0 of a hidden tool that the client holds back",
      wrapped("get_weather", valid),
      { tools: lean },
      { policy: [{ action: "hide", name: "get_weather" }] },
      "no tool",
    ],
  ])("%s", async (_case, made, body, question, reason) => {
    const { message, shown } = await answer(once(made), body, question);

    expect(message.content).toEqual([text("Done.")]);
    expect(shown).toContain(reason);
  });
});

it("a call that is not held back streams to the client as it arrives", async () => {
  const input = { city: "Llanfairpwllgwyngyll" };
  const { events } = await answer(once({ name: "Bash", input }), { stream: true });
  const pieces = events.flatMap((event) => (event.type === "content_block_delta" ? [event.delta] : []));

  expect(pieces.length).toBeGreaterThan(3);
});

describe.each([true, false])(
  "a call of a tool that was not found, whose arguments are not JSON (streaming %s)",
  (stream) => {
    const optional = deferred("get_news", {
      input_schema: { type: "object", properties: { city: { type: "string" } } },
    });
    const invalidCall = (name: string, cutInput: string) => ({ name, cutInput, input: { INVALID_JSON: cutInput } });
    const cases: readonly [string, ReturnType<typeof invalidCall>][] = [
      ["by its own name", invalidCall("get_news", '{"city":"Oslo",')],
      ["through the wrapper", invalidCall("call_tool", '{"name":"get_news","arguments":{"city":"Oslo",')],
    ];
    const body = { tools: [...client, optional], stream };

    it.each(cases)("E12.2 is answered with the schema, %s", async (_case, made) => {
      const { message, shown } = await answer(once(made), body);

      expect(message.content).toEqual([text("Done.")]);
      expect(shown).toContain("get_news was not run: its input is not valid");
    });

    it.each(cases)("reaches the client as INVALID_JSON if the model insists, %s", async (_case, made) => {
      const { message } = await answer(() => ({ calls: [made] }), body);

      expect(message.content).toMatchObject([{ name: "get_news", input: { INVALID_JSON: '{"city":"Oslo",' } }]);
    });
  },
);

describe("a model that insists on a call", () => {
  it("E12.2 reaches the client with it, which checks the input itself", async () => {
    const { message } = await answer(() => ({ calls: [wrapped("get_weather", invalid)] }), {});

    expect(message.content).toMatchObject([{ type: "tool_use", name: "get_weather", input: invalid }]);
  });

  it.each([
    ["without a name", { name: "call_tool", input: { arguments: {} } }],
    ["of a hidden tool", wrapped("get_stocks", valid)],
    ["that a rule forbids by its arguments", wrapped("get_weather", { city: "Rome" })],
  ])("does not reach the client %s", async (_case, made) => {
    const policy = [
      { action: "hide", name: "get_stocks" },
      { action: "deny", name: "get_weather", arguments: { city: "R*" } },
    ] as const;
    const { message } = await answer(() => ({ calls: [made] }), {}, { policy });

    expect(message.content.some(({ type }) => type === "tool_use")).toBe(false);
  });
});

it("E12.1 a call whose input is too expensive to validate is left to the client, and is in the trace", async () => {
  const heavy = deferred("heavy", { input_schema: { type: "object", $ref: "#" } });
  const { message, trace } = await answer(once(wrapped("heavy", {})), { tools: [tool("Bash"), heavy] });
  const light = await answer(once(wrapped("get_weather", valid)), {});

  expect(message.content).toEqual([call("toolu_1", "heavy", {})]);
  expect(trace.warnings).toEqual([expect.stringContaining("heavy was not validated")]);
  expect(light.trace.warnings).toEqual([]);
});
