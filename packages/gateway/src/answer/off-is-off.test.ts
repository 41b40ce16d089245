import { describe, expect, it } from "vitest";
import type { MessagesBody } from "../contracts/inner-form.ts";
import type { RawRequest } from "../contracts/upstream.ts";
import { renameModel } from "../dialects/shared/rename/rename-model.ts";
import { ask } from "../testing/answering/ask.ts";
import { block, bm25Entry, deferred, result, tool, user } from "../testing/answering/blocks.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const body: MessagesBody = {
  model: "some-model",
  max_tokens: 1000,
  messages: [user("Hello.")],
  tools: [tool("Bash"), tool("mcp__a__b")],
};

function forwarding(answer = "{}", status = 200) {
  const seen: RawRequest[] = [];
  const upstream = scriptedModel(() => ({ text: "ok" }), {
    async doForward(raw) {
      seen.push(raw);
      const bytes = Buffer.from(answer);
      return {
        status,
        headers: {},
        body: (async function* () {
          yield bytes.subarray(0, 3);
          yield bytes.subarray(3);
        })(),
      };
    },
  });
  return { upstream, seen, text: () => seen.map(({ body: bytes }) => Buffer.concat(bytes).toString("utf8")) };
}

describe("a request without tool search", () => {
  it.each(["messages", "count_tokens"] as const)("L8, F63: is forwarded byte for byte (%s)", async (kind) => {
    const bytes = new TextEncoder().encode('{ "messages" : [ ], "model":"some-model","odd": 1.0 }');
    const { upstream, seen } = forwarding('{"ok":true}');
    const reply = await ask(createAnswerRequest(), { body: { ...body, tools: undefined }, upstream, kind }, bytes);

    expect(seen[0]?.body[0]).toBe(bytes);
    expect(reply.message).toEqual({ ok: true });
    expect(reply.trace).toMatchObject({ execution: "passed-through", gate: { isOn: false } });
  });

  it("changes only the model's name if the route renames it", async () => {
    const text =
      '{"metadata":{"model":"inner"},"model" : "some-model","messages":[{"role":"user","content":"\\"model\\":\\"x\\""}]}';
    const { upstream, text: seen } = forwarding();
    await ask(createAnswerRequest(), { body, upstream, route: { model: 'a"b' } }, new TextEncoder().encode(text));

    expect(seen()).toEqual([text.replace('"some-model"', '"a\\"b"')]);
  });

  it("leaves bytes without a model unchanged", () => {
    const bytes = [new TextEncoder().encode('{"x":["model"],"y":{"model":"z"}')];

    expect(renameModel(bytes, "other")).toBe(bytes);
  });

  it("finds the model wherever a request is split", () => {
    const text = '{"metadata":{"model":"inner"},"model" : "some-model","max_tokens":10}';
    for (let cut = 0; cut <= text.length; cut++) {
      const pieces = [Buffer.from(text.slice(0, cut)), Buffer.from(text.slice(cut))];
      const renamed = Buffer.concat(renameModel(pieces, "other")).toString("utf8");
      expect(renamed).toBe(text.replace("some-model", "other"));
    }
  });

  it.each([true, false])("uses the dialect's calls if bytes cannot be forwarded (streaming %s)", async (stream) => {
    const upstream = scriptedModel(() => ({ text: "ok" }), { dialect: "openai-chat" });
    const reply = await ask(createAnswerRequest(), { body: { ...body, stream }, upstream, route: { model: "real" } });

    expect(upstream.bodies).toEqual([{ ...body, stream, model: "real" }]);
    expect(reply.message.content).toEqual([{ type: "text", text: "ok" }]);
    expect(reply.trace.upstreamCalls).toMatchObject([{ status: 200, model: "real", usage: { input_tokens: 100 } }]);
  });

  it("still loses a tool that a rule hides", async () => {
    const { upstream, seen } = forwarding();
    await ask(createAnswerRequest(), { body, upstream, policy: [{ action: "hide", name: "mcp__*" }] });

    expect(seen).toEqual([]);
    expect(upstream.bodies[0]?.tools).toEqual([tool("Bash")]);
  });

  it("E2.2, E10.1: is off if the mode is off, and then no field of tool search reaches the upstream", async () => {
    const upstream = scriptedModel(() => ({ text: "ok" }), { baseUrl: "https://api.anthropic.com" });
    const found = [
      user("Go."),
      { role: "assistant" as const, content: [block({ type: "tool_use", id: "t1", name: "ToolSearch", input: {} })] },
    ];
    const messages = [...found, user(result("t1", [{ type: "tool_reference", tool_name: "x" }]))];
    const settings = { toolSearch: false };
    const question = {
      body: { ...body, tools: [tool("ToolSearch"), deferred("x")], messages },
      upstream,
      route: { settings },
    };
    const { trace } = await ask(createAnswerRequest(), question);

    expect(trace).toMatchObject({ gate: { isOn: false, reason: "mode_off" }, execution: "repaired" });
    expect(JSON.stringify(upstream.bodies[0])).not.toMatch(/defer_loading|tool_reference/);
    expect(upstream.bodies[0]?.tools?.map(({ name }) => name)).toEqual(["ToolSearch", "x"]);
  });
});

describe("a request with message roles that the upstream does not know", () => {
  const words = '{"error":{"message":"messages.1.role: Input should be \'user\' or \'assistant\'"}}';
  const messages = [user("Hi."), { role: "system" as const, content: "Be brief." }];

  it("F22: is repeated with the system text in the user message, and later requests start that way", async () => {
    const { upstream, seen } = forwarding(words, 400);
    const answerRequest = createAnswerRequest();
    for (let turn = 0; turn < 2; turn++) await ask(answerRequest, { body: { ...body, messages }, upstream });

    expect(seen).toHaveLength(1);
    expect(upstream.bodies.map((sent) => sent.messages)).toEqual(
      Array.from({ length: 2 }, () => [user("Hi.", "<system-reminder>\nBe brief.\n</system-reminder>")]),
    );
  });

  it("returns any other answer unchanged", async () => {
    const { upstream } = forwarding('{"error":{"message":"defer_loading"}}', 400);
    const { message, forwarded } = await ask(createAnswerRequest(), { body: { ...body, messages }, upstream });

    expect(forwarded).toBe(true);
    expect(message).toEqual({ error: { message: "defer_loading" } });
  });
});

describe("a forwarded request that carries tool search", () => {
  const flagged = { ...body, tools: [tool("Bash"), deferred("get_weather")] };
  const route = { loader: "native" } as const;

  it("E2.5: is repeated over the bridge if the upstream refuses the feature", async () => {
    const { upstream, seen } = forwarding(
      '{"error":{"message":"tools.1.defer_loading: Extra inputs are not permitted"}}',
      400,
    );
    const reply = await ask(createAnswerRequest(), { body: flagged, upstream, route });

    expect(seen).toHaveLength(1);
    expect(reply.message.content).toEqual([{ type: "text", text: "ok" }]);
    expect(reply.trace.loaderReason).toBe("refused a short while ago");
  });

  it("returns any other refusal unchanged", async () => {
    const words = JSON.stringify({ error: { message: `max_tokens: too large ${"x".repeat(70_000)}` } });
    const { upstream } = forwarding(words, 400);
    const reply = await ask(createAnswerRequest(), { body: flagged, upstream, route });

    expect(reply.forwarded).toBe(true);
    expect(JSON.stringify(reply.message)).toBe(words);
  });
});

describe("counting", () => {
  const flagged = { ...body, tools: [tool("Bash"), deferred("get_weather")] };

  it("W-M8: counts what would be sent, by the upstream or by length", async () => {
    const counting = scriptedModel(() => ({}), { doCountTokens: async ({ body: sent }) => (sent.tools ?? []).length });
    const question = { body: flagged, kind: "count_tokens" } as const;

    expect((await ask(createAnswerRequest(), { ...question, upstream: counting })).inputTokens).toBe(2);
    const estimated = await ask(createAnswerRequest(), { ...question, upstream: scriptedModel(() => ({})) });
    expect(estimated.inputTokens).toBeGreaterThan(50);
  });

  it("W-M8: counts tools next to the API's search, which the API's counting rejects", async () => {
    const counted: string[] = [];
    const upstream = scriptedModel(() => ({}), {
      baseUrl: "https://api.anthropic.com",
      doCountTokens: async ({ body: sent }) => counted.push(JSON.stringify(sent.tools)),
    });
    await ask(createAnswerRequest(), {
      body: { ...flagged, tools: [bm25Entry, ...flagged.tools] },
      upstream,
      kind: "count_tokens",
    });

    expect(counted).toEqual([expect.not.stringContaining("tool_search_tool_bm25_20251119")]);
  });
});
