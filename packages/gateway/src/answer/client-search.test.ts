import type { ContentBlock, Message, Tool } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { UpstreamError } from "../errors/upstream-error.ts";
import { ask } from "../testing/answering/ask.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const toolSearch: Tool = { name: "ToolSearch", description: "Finds tools.", input_schema: { type: "object" } };
const bash: Tool = { name: "Bash", description: "Runs.", input_schema: { type: "object" } };
const weather: Tool = { name: "get_weather", description: "Weather.", input_schema: schema, defer_loading: true };
const stocks: Tool = { name: "get_stocks", description: "Stocks.", input_schema: schema, defer_loading: true };
const tools: readonly Tool[] = [bash, toolSearch, weather, stocks];

const block = (fields: object): ContentBlock => fields as ContentBlock;
const found: readonly Message[] = [
  { role: "user", content: "How is the weather in Oslo?" },
  {
    role: "assistant",
    content: [block({ type: "tool_use", id: "toolu_1", name: "ToolSearch", input: { query: "weather" } })],
  },
  {
    role: "user",
    content: [
      block({
        type: "tool_result",
        tool_use_id: "toolu_1",
        content: [{ type: "tool_reference", tool_name: "get_weather" }],
      }),
    ],
  },
];

/** As clients send it that mark their own turns. */
function withTextBesideReferences(text: string): readonly Message[] {
  const [question, call, { role, content }] = found as readonly [Message, Message, Message];
  return [question, call, { role, content: [...blocksIn(content), block({ type: "text", text })] }];
}

function blocksIn(content: Message["content"]): readonly ContentBlock[] {
  return typeof content === "string" ? [] : content;
}

function body(fields: Partial<MessagesBody> = {}): MessagesBody {
  return { model: "some-model", max_tokens: 1000, messages: found, tools, ...fields };
}

describe.each([true, false])("client search over the bridge, streaming %s", (stream) => {
  it("F7, F12, W-M22: shows the definition in place of the reference, and no field of tool search", async () => {
    const upstream = scriptedModel(() => ({ text: "ok" }));
    const betas = ["advanced-tool-use-2025-11-20"];
    const { trace } = await ask(createAnswerRequest(), { body: body({ stream }), upstream, betas });
    const [call] = upstream.calls;
    const wire = JSON.stringify(call?.body);

    expect(call?.body.tools?.map(({ name }) => name)).toEqual(["Bash", "ToolSearch", "call_tool"]);
    expect(trace.searches).toMatchObject([{ kind: "client", query: "weather", hits: ["get_weather"] }]);
    expect(wire).toContain('\\"name\\":\\"get_weather\\"');
    expect(wire).not.toMatch(/tool_reference|defer_loading|get_stocks/);
    expect(call?.betas).toEqual([]);
  });

  it("W-M22: loads what a search found that is not among the tools, under an id of any form", async () => {
    const upstream = scriptedModel(() => ({ text: "ok" }));
    const messages = JSON.parse(
      JSON.stringify(found).replaceAll("toolu_1", "auto_load_1").replaceAll("ToolSearch", "search_tools"),
    ) as readonly Message[];
    const { trace } = await ask(createAnswerRequest(), {
      body: body({ stream, messages, tools: [bash, weather] }),
      upstream,
    });

    expect(trace.tools?.found).toEqual(["get_weather"]);
    expect(JSON.stringify(upstream.bodies[0]?.messages)).toContain('\\"name\\":\\"get_weather\\"');
  });

  it("W-M29: shows examples of input with the definition", async () => {
    const upstream = scriptedModel(() => ({ text: "ok" }));
    const exemplified = [bash, toolSearch, { ...weather, input_examples: [{ city: "Oslo" }] }];
    await ask(createAnswerRequest(), { body: body({ stream, tools: exemplified }), upstream });

    expect(JSON.stringify(upstream.bodies[0]?.messages)).toContain('\\"input_examples\\":[{\\"city\\":\\"Oslo\\"}]');
  });

  it("E6.2, E12.2: checks a call of a found tool after a compaction removed its definition", async () => {
    const wrongThenRight = scriptedModel((_sent, number) => ({
      calls: [{ name: "call_tool", input: { name: "get_weather", arguments: { city: number === 1 ? 5 : "Oslo" } } }],
    }));
    const compacted: readonly Message[] = [
      { role: "user", content: "Summary: we looked up the weather in Oslo." },
      {
        role: "assistant",
        content: [block({ type: "tool_use", id: "toolu_2", name: "get_weather", input: { city: "Oslo" } })],
      },
      { role: "user", content: [block({ type: "tool_result", tool_use_id: "toolu_2", content: "Sunny" })] },
    ];
    const { message } = await ask(createAnswerRequest(), {
      body: body({ stream, messages: compacted }),
      upstream: wrongThenRight,
    });

    expect(wrongThenRight.calls).toHaveLength(2);
    expect(JSON.stringify(wrongThenRight.bodies[1]?.messages)).toContain("get_weather was not run");
    expect(JSON.stringify(wrongThenRight.bodies[1]?.messages)).toContain('\\"required\\":[\\"city\\"]');
    expect(message.content).toMatchObject([{ type: "tool_use", name: "get_weather", input: { city: "Oslo" } }]);
  });

  it("L4: sends the client the real call under its own id", async () => {
    const upstream = scriptedModel(() => ({
      text: "Looking.",
      calls: [{ id: "toolu_9", name: "call_tool", input: { name: "get_weather", arguments: { city: "Oslo" } } }],
    }));
    const { message } = await ask(createAnswerRequest(), { body: body({ stream }), upstream });

    expect(message.content).toEqual([
      { type: "text", text: "Looking." },
      { type: "tool_use", id: "toolu_9", name: "get_weather", input: { city: "Oslo" } },
    ]);
    expect(message.stop_reason).toBe("tool_use");
    expect(message.usage).toMatchObject({ input_tokens: 100, output_tokens: 10 });
  });

  it("F37, F42, E12.2, E12.3: answers unknown names and invalid arguments of unseen tools inside the loop", async () => {
    const upstream = scriptedModel((_body, number) => {
      if (number === 1) return { calls: [{ name: "call_tool", input: { name: "get_wether", arguments: {} } }] };
      if (number === 2)
        return { calls: [{ name: "call_tool", input: { name: "get_stocks", arguments: { town: 1 } } }] };
      return { calls: [{ name: "call_tool", input: { name: "get_stocks", arguments: { city: "Oslo" } } }] };
    });
    const { message } = await ask(createAnswerRequest(), { body: body({ stream }), upstream });

    expect(message.content).toMatchObject([{ type: "tool_use", name: "get_stocks", input: { city: "Oslo" } }]);
    expect(JSON.stringify(upstream.bodies[1]?.messages.at(-1))).toContain("Nearest names: get_weather");
    expect(JSON.stringify(upstream.bodies[2]?.messages.at(-1))).toContain("Its input schema");
    expect(message.usage).toMatchObject({ input_tokens: 100, output_tokens: 30 });
  });

  it("W-CC10: forwards a name that only the client knows, if the client withholds tools", async () => {
    const placeholder: Tool = {
      name: "DeferredToolPlaceholder",
      input_schema: { type: "object" },
      defer_loading: true,
    };
    const upstream = scriptedModel(() => ({
      calls: [{ name: "call_tool", input: { name: "held_back", arguments: {} } }],
    }));
    const lean = body({ stream, tools: [bash, toolSearch, placeholder], messages: [{ role: "user", content: "Go." }] });
    const { message } = await ask(createAnswerRequest(), { body: lean, upstream });

    expect(message.content).toMatchObject([{ type: "tool_use", name: "held_back", input: {} }]);
    expect(upstream.bodies[0]?.tools?.map(({ name }) => name)).toEqual(["Bash", "ToolSearch", "call_tool"]);
  });

  it("F71: never sends the client a call of a tool that a rule hides", async () => {
    const upstream = scriptedModel((_body, number) =>
      number > 6
        ? { text: "I give up." }
        : { calls: [{ name: "call_tool", input: { name: "get_weather", arguments: { city: "Oslo" } } }] },
    );
    const policy = [{ action: "hide", name: "get_weather" }] as const;
    const { message } = await ask(createAnswerRequest(), { body: body({ stream }), upstream, policy });

    expect(message.content.filter(({ type }) => type === "tool_use")).toEqual([]);
  });
});

describe("client search on a native upstream", () => {
  it("W-CC14, L8: forwards the client's bytes if there is nothing to repair", async () => {
    const seen: string[] = [];
    const upstream = scriptedModel(() => ({}), {
      baseUrl: "https://api.anthropic.com",
      async doForward({ body: bytes }) {
        seen.push(Buffer.concat(bytes).toString("utf8"));
        return {
          status: 200,
          headers: {},
          body: (async function* () {
            yield Buffer.from("{}");
          })(),
        };
      },
    });
    const sent = body({ model: "claude-sonnet-5-5", messages: withTextBesideReferences("Tool loaded.") });
    const { forwarded, trace } = await ask(createAnswerRequest(), { body: sent, upstream });

    expect(forwarded).toBe(true);
    expect(seen).toEqual([JSON.stringify(sent)]);
    expect(trace).toMatchObject({ loader: "native", execution: "client-search", gate: { isOn: true, reason: "on" } });
  });

  it("F1, E10.2: drops a reference to a tool that is gone, and keeps the rest", async () => {
    const upstream = scriptedModel(() => ({ text: "ok" }), { baseUrl: "https://api.anthropic.com" });
    const gone = tools.filter(({ name }) => name !== "get_weather");
    const { trace } = await ask(createAnswerRequest(), {
      body: body({ model: "claude-sonnet-5-5", tools: gone }),
      upstream,
    });

    expect(upstream.bodies[0]?.tools).toEqual(gone);
    expect(JSON.stringify(upstream.bodies[0]?.messages)).not.toContain("tool_reference");
    expect(trace.repairs).toMatchObject([{ repair: "reference_dropped", subject: "get_weather" }]);
  });

  it("F2: moves a breakpoint from a deferred tool to the last eager one", async () => {
    const upstream = scriptedModel(() => ({ text: "ok" }), { baseUrl: "https://api.anthropic.com" });
    const marked = [bash, toolSearch, weather, { ...stocks, cache_control: { type: "ephemeral" } }];
    await ask(createAnswerRequest(), { body: body({ model: "claude-sonnet-5-5", tools: marked }), upstream });

    expect(upstream.bodies[0]?.tools?.find(({ name }) => name === "ToolSearch")?.cache_control).toEqual({
      type: "ephemeral",
    });
    expect(upstream.bodies[0]?.tools?.find(({ name }) => name === "get_stocks")?.cache_control).toBeUndefined();
  });

  it("F2: moves it for token counts too", async () => {
    const counted: (readonly Tool[] | undefined)[] = [];
    const upstream = scriptedModel(() => ({}), {
      baseUrl: "https://api.anthropic.com",
      doCountTokens: async ({ body: sent }) => counted.push(sent.tools),
    });
    const marked = [bash, toolSearch, { ...weather, cache_control: { type: "ephemeral" } }];
    const given = body({ model: "claude-sonnet-5-5", tools: marked });
    await ask(createAnswerRequest(), { body: given, upstream, kind: "count_tokens" });

    expect(counted[0]?.map((tool) => tool.cache_control !== undefined)).toEqual([false, true, false]);
  });

  it("F7, F65, E2.5: repeats a refused request over the bridge, and remembers it", async () => {
    const refusal = new UpstreamError(400, {
      type: "invalid_request_error",
      message: "tools.2.defer_loading: Extra inputs are not permitted",
    });
    const upstream = scriptedModel((sent) =>
      JSON.stringify(sent).includes("defer_loading") ? { error: refusal } : { text: "ok" },
    );
    const answerRequest = createAnswerRequest();
    const question = { body: body(), upstream, route: { loader: "native" } as const };

    expect((await ask(answerRequest, question)).message.content).toEqual([{ type: "text", text: "ok" }]);
    expect(upstream.calls).toHaveLength(2);
    expect((await ask(answerRequest, question)).trace.loaderReason).toBe("refused a short while ago");
    expect(upstream.calls).toHaveLength(3);
  });
});

describe("other loaders", () => {
  it("put every tool into the prompt (eager), without any field of tool search", async () => {
    const upstream = scriptedModel(() => ({ text: "ok" }));
    await ask(createAnswerRequest(), { body: body(), upstream, route: { loader: "eager" } });

    expect(upstream.bodies[0]?.tools?.map(({ name }) => name)).toEqual([
      "Bash",
      "ToolSearch",
      "get_stocks",
      "get_weather",
    ]);
    expect(JSON.stringify(upstream.bodies[0])).not.toMatch(/tool_reference|defer_loading/);
  });

  it("append found tools after the eager ones (append)", async () => {
    const upstream = scriptedModel(() => ({ text: "ok" }));
    await ask(createAnswerRequest(), { body: body(), upstream, route: { loader: "append" } });

    expect(upstream.bodies[0]?.tools?.map(({ name }) => name)).toEqual(["Bash", "ToolSearch", "get_weather"]);
  });
});

it("F44, L1: keeps tools of the API itself in the prompt if only ordinary tools can be found", async () => {
  const upstream = scriptedModel(() => ({ text: "ok" }));
  const provided: Tool = { type: "web_search_20250305", name: "web_search", defer_loading: true };
  await ask(createAnswerRequest(), { body: body({ tools: [...tools, provided] }), upstream });

  expect(upstream.bodies[0]?.tools?.map(({ name }) => name)).toEqual(["Bash", "ToolSearch", "web_search", "call_tool"]);
});

describe("client search on an upstream that expands references", () => {
  const sentMessages = async (fields: Partial<MessagesBody>, settings = {}) => {
    const upstream = scriptedModel(() => ({ text: "ok" }), { baseUrl: "https://api.anthropic.com" });
    await ask(createAnswerRequest(), { body: body(fields), upstream, route: { loader: "native", settings } });
    return upstream.bodies[0]?.messages;
  };
  const model = "claude-sonnet-4-5";

  it("E11.1 adds a text to a message of the client that only loads tools, the same in each later request", async () => {
    const loaded = withTextBesideReferences("Tool loaded.");
    const later: readonly Message[] = [
      { role: "assistant", content: "Sunny." },
      { role: "user", content: "And now?" },
    ];

    expect(await sentMessages({ model })).toEqual(loaded);
    expect(await sentMessages({ model, messages: [...found, ...later] })).toEqual([...loaded, ...later]);
  });

  it("E11.3 changes nothing if the client has written a text, the model needs none, or the setting says so", async () => {
    const marked = withTextBesideReferences("Go on.");

    expect(await sentMessages({ model, messages: marked })).toEqual(marked);
    expect(await sentMessages({ model: "my-local-model" })).toEqual(found);
    expect(await sentMessages({ model }, { turnBoundary: "none" })).toEqual(found);
  });
});
