import type { Message } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { ask } from "../testing/answering/ask.ts";
import { block, bm25Entry, deferred, result, tool, user } from "../testing/answering/blocks.ts";
import { type ScriptedReply, scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const codeExecution = { type: "code_execution_20260120", name: "code_execution" };
const tools = [bm25Entry, tool("Bash"), codeExecution, deferred("get_weather")];
const search = { name: "tool_search_tool_bm25", input: { query: "weather" } };

function body(stream: boolean, fields: Partial<MessagesBody> = {}): MessagesBody {
  return { model: "m", max_tokens: 1000, messages: [user("Go.")], tools, stream, ...fields };
}

async function answerOf(replies: readonly ScriptedReply[], given: MessagesBody) {
  const upstream = scriptedModel((_body, number) => replies[number - 1] ?? { text: "The end." });
  const reply = await ask(createAnswerRequest({ embedder: null }), { body: given, upstream });
  return { ...reply, upstream };
}

describe.each([true, false])("an answer of several model calls (streaming %s)", (stream) => {
  it("W-M18: sums every count of the usage, at any depth", async () => {
    const usage = (factor: number) => ({
      input_tokens: 100 * factor,
      output_tokens: 10 * factor,
      cache_read_input_tokens: factor,
      cache_creation_input_tokens: 3 * factor,
      cache_creation: { ephemeral_5m_input_tokens: 2 * factor, ephemeral_1h_input_tokens: factor },
      output_tokens_details: { thinking_tokens: 4 * factor },
      server_tool_use: { web_search_requests: factor, web_fetch_requests: 0 },
      iterations: [{ type: "message", input_tokens: 100 * factor }],
      service_tier: "standard",
    });
    const replies = [
      { calls: [search], usage: usage(1) },
      { text: "Done.", usage: usage(2) },
    ];
    const { message } = await answerOf(replies, body(stream));

    expect(message.usage).toEqual({
      ...usage(3),
      server_tool_use: { web_search_requests: 3, web_fetch_requests: 0, tool_search_requests: 1 },
      iterations: [
        { type: "message", input_tokens: 100 },
        { type: "message", input_tokens: 200 },
      ],
    });
  });

  it("counts the prompt of the last call alone, if the client knows nothing of the others", async () => {
    const usage = (input: number) => ({
      input_tokens: input,
      output_tokens: 10,
      cache_read_input_tokens: input * 2,
      cache_creation: { ephemeral_5m_input_tokens: input },
      server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 },
    });
    const replies = [
      { calls: [{ name: "ToolSearch", input: { query: "weather" } }], usage: usage(100) },
      { text: "Done.", usage: usage(120) },
    ];
    const upstream = scriptedModel((_body, number) => replies[number - 1] ?? { text: "The end." });
    const plain = { ...body(stream), tools: [tool("Bash"), tool("mcp__maps__get_weather")] };
    const reply = await ask(createAnswerRequest({ embedder: null }), {
      body: plain,
      upstream,
      route: { inject: "always" },
    });

    expect(reply.message.usage).toEqual({
      ...usage(120),
      output_tokens: 20,
      server_tool_use: { web_search_requests: 2, web_fetch_requests: 0 },
    });
  });

  it("reports the context edits that the API made, in every call", async () => {
    const edit = (cleared: number) => ({ type: "clear_tool_uses_20250919", cleared_input_tokens: cleared });
    const replies = [
      { calls: [search], fields: { context_management: { applied_edits: [edit(1)] } } },
      { text: "Done.", fields: { context_management: { applied_edits: [edit(2)] } } },
    ];
    const { message, events } = await answerOf(replies, body(stream));

    expect(message["context_management"]).toEqual({ applied_edits: [edit(1), edit(2)] });
    if (stream) expect(events.find(({ type }) => type === "message_delta")).toHaveProperty("context_management");
  });

  it("keeps other fields of the last delta if the model is called once", async () => {
    const fields = { context_management: { applied_edits: [] }, stop_details: { type: "x" } };
    const { message } = await answerOf([{ text: "Done.", fields }], body(stream));

    expect(message).toMatchObject(fields);
  });

  it.each([
    ["no container", undefined, "container_1"],
    ["one by its id", "container_0", "container_1"],
    ["one with skills", { skills: [{ skill_id: "xlsx" }] }, { skills: [{ skill_id: "xlsx" }], id: "container_1" }],
  ])(
    "W-M28: continues in the container of the previous call if the client asked for %s",
    async (_what, container, expected) => {
      const made = { id: "container_1", expires_at: "2026-11-16T00:00:00Z" };
      const replies = [{ calls: [search], fields: { container: made } }, { text: "Done." }];
      const { message, upstream } = await answerOf(replies, body(stream, container === undefined ? {} : { container }));

      expect(upstream.bodies.map((sent) => sent["container"])).toEqual([container, expected]);
      expect(message["container"]).toEqual(made);
    },
  );
});

describe("calls that code made", () => {
  const made = { type: "code_execution_20260120", tool_id: "srvtoolu_1" };
  const messages: readonly Message[] = [
    user("Go."),
    {
      role: "assistant",
      content: [
        block({ type: "server_tool_use", id: "srvtoolu_1", name: "code_execution", input: { code: "x" } }),
        block({ type: "tool_use", id: "toolu_1", name: "Bash", input: { city: "x" }, caller: made }),
        block({ type: "tool_use", id: "toolu_2", name: "get_weather", input: {}, caller: { type: "direct" } }),
      ],
    },
    user(result("toolu_1"), result("toolu_2")),
  ];

  it.each(["bridge", "append", "native"] as const)(
    "W-M28, E10.1: keep their caller with code execution (%s)",
    async (loader) => {
      const upstream = scriptedModel(() => ({ text: "ok" }));
      await ask(createAnswerRequest(), { body: body(false, { messages }), upstream, route: { loader } });
      const sent = upstream.bodies[0]?.messages[1]?.content as readonly { readonly caller?: unknown }[];

      expect(sent.map(({ caller }) => caller)).toEqual([undefined, made, { type: "direct" }]);
    },
  );

  it("E10.1: lose it if the upstream gets no code execution", async () => {
    const upstream = scriptedModel(() => ({ text: "ok" }));
    const without = tools.filter((given) => given !== codeExecution);
    await ask(createAnswerRequest(), {
      body: body(false, { messages, tools: without }),
      upstream,
      route: { loader: "bridge" },
    });

    expect(JSON.stringify(upstream.bodies[0]?.messages)).not.toContain("caller");
  });
});
