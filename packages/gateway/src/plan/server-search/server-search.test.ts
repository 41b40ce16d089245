import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../../answer/create-answer-request.ts";
import { ask } from "../../testing/answering/ask.ts";
import { call, replayed, result, user } from "../../testing/answering/blocks.ts";
import { loadersAndStreaming } from "../../testing/answering/loaders-and-streaming.ts";
import { type ModelScript, scriptedModel } from "../../testing/answering/scripted-model.ts";
import { weatherRequest as body, saysSearch as search } from "../../testing/answering/weather-request.ts";

const native = { baseUrl: "https://api.anthropic.com" };

const searchThenCall: ModelScript = (sent, number) => {
  if (number === 1) return search("tool_search_tool_bm25", { query: "weather" });
  const isBridge = sent.tools?.some(({ name }) => name === "call_tool");
  const call = { id: "toolu_call", name: "get_weather", input: { city: "Oslo" } };
  return {
    calls: [isBridge ? { ...call, name: "call_tool", input: { name: call.name, arguments: call.input } } : call],
  };
};

describe.each(loadersAndStreaming)("server search on the loader %s, streaming %s", (loader, stream) => {
  it("W-M16, W-M34, F44: runs internally, and shows the API's blocks in one answer", async () => {
    const upstream = scriptedModel(searchThenCall, native);
    const reply = await ask(createAnswerRequest({ createIdSuffix: () => "01A" }), {
      body: body({ stream }),
      upstream,
      route: { loader },
    });

    expect(reply.message.content).toEqual([
      { type: "text", text: "Searching." },
      {
        type: "server_tool_use",
        id: "srvtoolu_01A",
        name: "tool_search_tool_bm25",
        input: { query: "weather" },
        caller: { type: "direct" },
      },
      {
        type: "tool_search_tool_result",
        tool_use_id: "srvtoolu_01A",
        content: {
          type: "tool_search_tool_search_result",
          tool_references: [{ type: "tool_reference", tool_name: "get_weather" }],
        },
      },
      { type: "tool_use", id: "toolu_call", name: "get_weather", input: { city: "Oslo" } },
    ]);
    expect(reply.message.stop_reason).toBe("tool_use");
    expect(reply.message.usage).toMatchObject({
      input_tokens: 200,
      output_tokens: 20,
      server_tool_use: { web_search_requests: 0, web_fetch_requests: 0, tool_search_requests: 1 },
    });
    expect(reply.trace.searches).toMatchObject([
      { kind: "server", ranker: "bm25", hits: ["get_weather"], searched: 3 },
    ]);
    expect(JSON.stringify(upstream.bodies)).not.toMatch(/server_tool_use|tool_search_tool_result|_20251119/);
  });

  it("W-M21, L3: a replayed answer gives the model the same conversation as before", async () => {
    const upstream = scriptedModel(
      (sent, number) => (number === 3 ? { text: "Sunny." } : searchThenCall(sent, number)),
      native,
    );
    const answerRequest = createAnswerRequest();
    const route = { loader };
    const first = await ask(answerRequest, { body: body({ stream }), upstream, route });
    const messages = [...body().messages, replayed(first.message), user(result("toolu_call", "Sunny"))];
    await ask(createAnswerRequest(), { body: body({ stream, messages }), upstream, route });
    const before = JSON.stringify(upstream.bodies.at(-2)?.messages).slice(0, -1);

    expect(JSON.stringify(upstream.bodies.at(-1)?.messages).startsWith(before)).toBe(true);
  });
});

it("F65: a conversation continues at another upstream, with the found tool", async () => {
  const first = await ask(createAnswerRequest(), { body: body(), upstream: scriptedModel(searchThenCall, native) });
  const messages = [...body().messages, replayed(first.message), user(result("toolu_call"), "And in Rome?")];
  const input = { name: "get_weather", arguments: { city: "Rome" } };
  const other = scriptedModel(() => ({ calls: [{ id: "toolu_2", name: "call_tool", input }] }), {
    dialect: "openai-chat",
  });
  const second = await ask(createAnswerRequest(), { body: body({ messages }), upstream: other });

  expect(second.message.content).toEqual([call("toolu_2", "get_weather", { city: "Rome" })]);
  expect(JSON.stringify(other.bodies[0]?.messages)).toContain('\\"name\\":\\"get_weather\\"');
  expect(JSON.stringify(other.bodies[0])).not.toMatch(/tool_reference|server_tool_use|defer_loading/);
});

describe.each(["bridge", "native", "append"] as const)("a streamed server search on the loader %s", (loader) => {
  it("W-M17, F73: starts once, numbers blocks consecutively, and sends the result whole", async () => {
    const { events } = await ask(createAnswerRequest(), {
      body: body({ stream: true }),
      upstream: scriptedModel(searchThenCall, native),
      route: { loader },
    });
    const starts = events.filter((event) => event.type === "content_block_start");

    expect(events.filter(({ type }) => type === "message_start")).toHaveLength(1);
    expect(events.filter(({ type }) => type === "message_stop")).toHaveLength(1);
    expect(starts.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(starts[1]).toMatchObject({ content_block: { type: "server_tool_use", input: {} } });
    expect(starts[2]).toMatchObject({
      content_block: { content: { tool_references: [{ tool_name: "get_weather" }] } },
    });
    expect(events.some((event) => event.type === "content_block_delta" && event.index === 2)).toBe(false);
  });
});
