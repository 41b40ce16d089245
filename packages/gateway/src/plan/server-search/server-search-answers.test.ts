import { ToolIndex } from "@toolcrib/search";
import { countCharacters } from "@toolcrib/shared/text";
import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../../answer/create-answer-request.ts";
import type { AnswerMessage, MessagesBody } from "../../contracts/inner-form.ts";
import { ask } from "../../testing/answering/ask.ts";
import { bm25Entry, deferred, regexEntry, replayed, result, tool, user } from "../../testing/answering/blocks.ts";
import { type ModelScript, scriptedModel } from "../../testing/answering/scripted-model.ts";
import {
  weatherRequest as body,
  saysSearch as search,
  weatherTools as tools,
} from "../../testing/answering/weather-request.ts";

const native = { baseUrl: "https://api.anthropic.com" };

describe("server search", () => {
  const ask1 = async (
    script: ModelScript,
    fields: Partial<MessagesBody> = {},
    serverSearch: "as-named" | "hybrid" = "as-named",
  ) => {
    const upstream = scriptedModel(script);
    const reply = await ask(createAnswerRequest({ embedder: null }), {
      body: body(fields),
      upstream,
      route: { serverSearch },
    });
    return { ...reply, upstream };
  };
  const resultOf = ({ content }: AnswerMessage) =>
    (content.find(({ type }) => type === "tool_search_tool_result") as unknown as { content: Record<string, unknown> })
      .content;
  const searching =
    (name: string, input: object): ModelScript =>
    (_body, number) =>
      number === 1 ? search(name, input) : { text: "ok" };
  const withRegex = { tools: [regexEntry, ...tools.slice(1)] };

  it.each([
    ["[", "Invalid regular expression pattern: missing ]: ["],
    ["a".repeat(201), "Pattern exceeds the maximum length of 200 characters"],
    ["a[ab]{900}[cd]", /takes too much work: expected at most 500 instructions .*, got 904\.$/],
    ["(a)\\1", /Invalid regular expression pattern/],
    ["get(?=_)", /Invalid regular expression pattern/],
  ])("W-M15, W-M11, W-M12: answers the pattern %s with an error block", async (pattern, message) => {
    const reply = await ask1(searching("tool_search_tool_regex", { pattern }), withRegex);

    expect(resultOf(reply.message)).toMatchObject({
      type: "tool_search_tool_result_error",
      error_code: "invalid_tool_input",
      error_message: typeof message === "string" ? message : expect.stringMatching(message),
    });
    expect(reply.message.stop_reason).toBe("end_turn");
  });

  it.each([
    ["tool_search_tool_bm25", { query: `weather${" x".repeat(246)}y`, limit: 10_000 }],
    ["tool_search_tool_regex", { pattern: `weather|${"x".repeat(192)}`, limit: 1 }],
    ["tool_search_tool_regex", { pattern: `weather|${"😀".repeat(192)}`, limit: 1 }],
  ])("W-M11: takes the longest input of %s, and the limits at both ends", async (name, input) => {
    const entry = name === "tool_search_tool_bm25" ? bm25Entry : regexEntry;
    const reply = await ask1(searching(name, input), { tools: [entry, ...tools.slice(1)] });

    expect(Object.values(input).map((value) => countCharacters(String(value)))[0]).toBe(
      entry === bm25Entry ? 500 : 200,
    );
    expect(resultOf(reply.message)["tool_references"]).toMatchObject([{ tool_name: "get_weather" }]);
  });

  it("W-M15: says that a pattern took too much work, unless it found something before", async () => {
    let state = 12_345;
    const irregular = (length: number) =>
      Array.from({ length }, () => {
        state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
        return (state & 65_536) === 0 ? "a" : "b";
      }).join("");
    const many = Array.from({ length: 20 }, (_, number) => ({
      ...deferred(`list_${number}`),
      description: irregular(4_000),
    }));
    const search = (pattern: string) =>
      ask1(searching("tool_search_tool_regex", { pattern }), { tools: [regexEntry, deferred("a_needle"), ...many] });

    expect(resultOf((await search("a[ab]{400}[cd]")).message)).toMatchObject({
      error_code: "execution_time_exceeded",
      error_message: expect.stringMatching(/takes too much work, so \d+ tools were not searched/),
    });
    expect(resultOf((await search("(?:a|x)_needle|a[ab]{400}[cd]")).message)["tool_references"]).toMatchObject([
      { tool_name: "a_needle" },
    ]);
  });

  it.each([0, 10_001, 2.5, "many"])("W-M11: rejects the limit %s", async (limit) => {
    const reply = await ask1(searching("tool_search_tool_bm25", { query: "weather", limit }));

    expect(resultOf(reply.message)).toMatchObject({ error_code: "invalid_tool_input" });
  });

  it("W-M11: rejects a query of more than 500 characters", async () => {
    const reply = await ask1(searching("tool_search_tool_bm25", { query: "x".repeat(501) }));

    expect(resultOf(reply.message)).toMatchObject({ error_code: "invalid_tool_input" });
  });

  it("W-M12: matches patterns case-insensitively, in the order of tools, and accepts the old input key", async () => {
    const reply = await ask1(searching("tool_search_tool_regex", { query: "(?i)STOCKS|get_.*" }), withRegex);

    expect(resultOf(reply.message)["tool_references"]).toMatchObject([
      { tool_name: "get_weather" },
      { tool_name: "get_exchange_rate" },
      { tool_name: "list_stocks" },
    ]);
  });

  it.each([
    ["tool_search_tool_bm25", { query: "send" }],
    ["tool_search_tool_regex", { pattern: "send" }],
  ])("W-M11: %s finds five tools by default, and as many as the limit says", async (name, input) => {
    const many = Array.from({ length: 9 }, (_, number) => deferred(`send_${number}`));
    const entry = name === "tool_search_tool_bm25" ? bm25Entry : regexEntry;
    const search = (more: object) => ask1(searching(name, { ...input, ...more }), { tools: [entry, ...many] });

    expect(resultOf((await search({})).message)["tool_references"]).toHaveLength(5);
    expect(resultOf((await search({ limit: 7 })).message)["tool_references"]).toHaveLength(7);
  });

  it.each([
    ["name", { name: "send_mail" }],
    ["description", { description: "Sends mail." }],
    ["argument name", { input_schema: { type: "object", properties: { mail: { type: "string" } } } }],
    [
      "argument description",
      { input_schema: { type: "object", properties: { text: { type: "string", description: "The mail." } } } },
    ],
  ])("W-M13: finds a tool by its %s, with a pattern and with a query", async (_field, fields) => {
    const plain = { description: "Does something.", input_schema: { type: "object" }, defer_loading: true };
    const given = (entry: object) => ({
      tools: [entry, { ...plain, name: "other" }, { ...plain, name: "it", ...fields }],
    });
    const found = [{ tool_name: (fields as { name?: string }).name ?? "it" }];
    const byPattern = await ask1(searching("tool_search_tool_regex", { pattern: "mail" }), given(regexEntry));
    const byQuery = await ask1(searching("tool_search_tool_bm25", { query: "mail" }), given(bm25Entry));

    expect(resultOf(byPattern.message)["tool_references"]).toMatchObject(found);
    expect(resultOf(byQuery.message)["tool_references"]).toMatchObject(found);
  });

  it("W-M14: no match gives an empty list, and the model gets an explanation", async () => {
    const reply = await ask1(searching("tool_search_tool_regex", { pattern: "^nothing$" }), withRegex);

    expect(resultOf(reply.message)).toEqual({ type: "tool_search_tool_search_result", tool_references: [] });
    expect(JSON.stringify(reply.upstream.bodies[1]?.messages)).toContain("No tool matches");
    expect(reply.trace.searches).toMatchObject([{ miss: "no match among 3 tools" }]);
  });

  it("E5.10: loads what may be meant, because the API's blocks have no place for candidates", async () => {
    const query = "weather exchange rate stocks";
    const reply = await ask1(searching("tool_search_tool_bm25", { query }), {}, "hybrid");
    const index = new ToolIndex({ embedder: null });
    index.add(tools.slice(1).map(({ name, description }) => ({ name: name as string, description })));
    const { hits, candidates } = await index.search(query);

    expect(candidates).not.toEqual([]);
    expect(resultOf(reply.message)["tool_references"]).toHaveLength(hits.length + candidates.length);
  });

  it("uses the hybrid ranker with the same blocks if the route says so", async () => {
    const reply = await ask1(searching("tool_search_tool_regex", { pattern: "stock.*list" }), withRegex, "hybrid");

    expect(resultOf(reply.message)["tool_references"]).toMatchObject([{ tool_name: "list_stocks" }]);
    expect(reply.trace.searches).toMatchObject([{ ranker: "hybrid" }]);
  });

  it.each([
    ["tool_search_tool_bm25", ""],
    ["tool_search_tool_bm25", "_20251119"],
    ["tool_search_tool_regex", ""],
    ["tool_search_tool_regex", "_20251119"],
  ])("W-M10: accepts %s with the suffix '%s'", async (name, suffix) => {
    const entry = { type: `${name}${suffix}`, name };
    const input = { [name === "tool_search_tool_bm25" ? "query" : "pattern"]: "weather" };
    const reply = await ask1(searching(name, input), { tools: [entry, ...tools.slice(1)] });

    expect(resultOf(reply.message)["tool_references"]).toMatchObject([{ tool_name: "get_weather" }]);
  });

  it("W-M19, W-M34: leaves a search next to a client's call pending, and answers it first in the next request", async () => {
    const upstream = scriptedModel((_body, number) =>
      number === 1
        ? {
            calls: [
              { name: "tool_search_tool_bm25", input: { query: "weather" } },
              { id: "toolu_bash", name: "Bash", input: { city: "x" } },
            ],
          }
        : { text: "ok" },
    );
    const answerRequest = createAnswerRequest();
    const first = await ask(answerRequest, { body: body({ stream: true }), upstream });

    expect(first.message.stop_reason).toBe("tool_use");
    expect(first.message.content.map(({ type }) => type)).toEqual(["server_tool_use", "tool_use"]);
    expect(first.message.usage.server_tool_use).toBeUndefined();

    const messages = [...body().messages, replayed(first.message), user(result("toolu_bash"))];
    const second = await ask(answerRequest, { body: body({ stream: true, messages }), upstream });

    expect(second.message.content.map(({ type }) => type)).toEqual(["tool_search_tool_result", "text"]);
    expect(second.message.content[0]).toMatchObject({
      tool_use_id: (first.message.content[0] as unknown as { id: string }).id,
      content: { tool_references: [{ tool_name: "get_weather" }] },
    });
    const [, asked, answered] = upstream.bodies[1]?.messages ?? [];
    expect(asked?.content).toMatchObject([{ name: "tool_search_tool_bm25" }, { name: "Bash" }]);
    expect(answered?.content).toMatchObject([
      { type: "tool_result" },
      { type: "tool_result", tool_use_id: "toolu_bash" },
    ]);

    const third = [...messages, replayed(second.message), user("Go on.")];
    await ask(createAnswerRequest(), { body: body({ messages: third }), upstream });
    const sent = JSON.stringify(upstream.bodies[2]?.messages);
    expect(sent.startsWith(JSON.stringify(upstream.bodies[1]?.messages).slice(0, -1))).toBe(true);
  });

  it("W-M15: refuses searches beyond those that one message may have", async () => {
    const calls = Array.from({ length: 33 }, () => ({ name: "tool_search_tool_bm25", input: { query: "weather" } }));
    const { message } = await ask1((_body, number) => (number === 1 ? { calls } : { text: "ok" }));
    const results = message.content.filter(({ type }) => type === "tool_search_tool_result");

    expect(results.map((shown) => (shown as unknown as { content: object }).content).slice(-2)).toMatchObject([
      { tool_references: [{ tool_name: "get_weather" }] },
      { type: "tool_search_tool_result_error", error_code: "too_many_requests" },
    ]);
  });

  it("W-M21: keeps what a search found after its tool is gone from the request", async () => {
    const reference = { type: "tool_reference", tool_name: "get_weather" };
    const searched = [
      { type: "server_tool_use", id: "srvtoolu_1", name: "tool_search_tool_bm25", input: { query: "weather" } },
      {
        type: "tool_search_tool_result",
        tool_use_id: "srvtoolu_1",
        content: { type: "tool_search_tool_search_result", tool_references: [reference] },
      },
      { type: "text", text: "Found it." },
    ];
    const messages = [user("Go."), { role: "assistant" as const, content: searched }, user("Call it.")];
    const { upstream, trace } = await ask1(() => ({ text: "ok" }), { messages, tools: tools.slice(1) });

    expect(JSON.stringify(upstream.bodies[0]?.messages)).toContain('\\"name\\":\\"get_weather\\"');
    expect(trace.tools?.found).toEqual(["get_weather"]);
  });

  it("W-M20: pauses the turn after ten rounds, and continues from there", async () => {
    const upstream = scriptedModel((_body, number) =>
      number <= 11 ? { calls: [{ name: "tool_search_tool_bm25", input: { query: "weather" } }] } : { text: "done" },
    );
    const answerRequest = createAnswerRequest();
    const paused = await ask(answerRequest, { body: body(), upstream });

    expect(paused.message.stop_reason).toBe("pause_turn");
    expect(upstream.calls).toHaveLength(10);

    const messages = [...body().messages, replayed(paused.message)];
    const resumed = await ask(answerRequest, { body: body({ messages }), upstream });

    expect(resumed.message.stop_reason).toBe("end_turn");
    expect(
      JSON.stringify(upstream.bodies[10]?.messages).startsWith(
        JSON.stringify(upstream.bodies[9]?.messages).slice(0, -1),
      ),
    ).toBe(true);
  });

  it("F9, F67: sends no search tool if nothing is deferred, and warns", async () => {
    const { upstream, trace } = await ask1(() => ({ text: "ok" }), { tools: [bm25Entry, tool("Bash")] });

    expect(upstream.bodies[0]?.tools?.map(({ name }) => name)).toEqual(["Bash"]);
    expect(trace.warnings).toEqual([expect.stringContaining("nothing is saved")]);
  });

  it("is left to a native upstream if the route says so", async () => {
    const upstream = scriptedModel(() => ({ text: "ok" }), native);
    await ask(createAnswerRequest(), { body: body(), upstream, route: { serverSearch: "upstream" } });

    expect(upstream.bodies[0]?.tools).toEqual(tools);
  });

  it("W-M21: understands error codes of 2025 in a replayed history", async () => {
    const history = [
      user("Go."),
      {
        role: "assistant" as const,
        content: [
          { type: "server_tool_use", id: "srvtoolu_1", name: "tool_search_tool_regex", input: { query: "[" } },
          {
            type: "tool_search_tool_result",
            tool_use_id: "srvtoolu_1",
            content: { type: "tool_search_tool_result_error", error_code: "invalid_pattern" },
          },
          { type: "text", text: "Hm." },
        ],
      },
      user("Again."),
    ];
    const { upstream } = await ask1(() => ({ text: "ok" }), { messages: history });

    expect(upstream.bodies[0]?.messages[2]?.content).toMatchObject([{ type: "tool_result", is_error: true }]);
  });
});
