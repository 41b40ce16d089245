import { describe, expect, it } from "vitest";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { ask } from "../testing/answering/ask.ts";
import { bm25Entry, call, deferred, text, tool, user } from "../testing/answering/blocks.ts";
import { type ModelScript, scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const catalogue = Array.from({ length: 200 }, (_, number) => deferred(`mcp__server__tool_${number}`));
const ofClient = [tool("Bash"), tool("ToolSearch"), deferred("get_weather"), ...catalogue];
const ofServer = [tool("Bash"), bm25Entry, deferred("get_weather"), ...catalogue];
const ofInjected = [tool("Bash"), ...catalogue.map(({ defer_loading: _flag, ...given }) => given)];
const variants = [
  ["client search", ofClient, "off"],
  ["server search", ofServer, "off"],
  ["injected search", ofInjected, "always"],
] as const;
const loaders = ["native", "append", "bridge"] as const;

async function answerOf(
  body: Partial<MessagesBody>,
  route: { readonly loader: (typeof loaders)[number] | "eager"; readonly inject?: "off" | "always" },
  script: ModelScript = () => ({ calls: [{ id: "toolu_1", name: "Bash", input: { city: "x" } }] }),
) {
  const upstream = scriptedModel(script, { baseUrl: "https://api.anthropic.com" });
  const given = { model: "m", max_tokens: 1000, messages: [user("Go.")], ...body };
  const reply = await ask(createAnswerRequest({ embedder: null }), { body: given, upstream, route });
  return { ...reply, bodies: upstream.bodies };
}

describe.each(loaders)("W-M27: a tool choice on the loader %s", (loader) => {
  it.each(variants)(
    "E3.2: forces an eager tool and keeps all others deferred (%s)",
    async (_variant, tools, inject) => {
      const tool_choice = { type: "tool", name: "Bash", disable_parallel_tool_use: true };
      const forced = await answerOf({ tools, tool_choice }, { loader, inject });
      const free = await answerOf({ tools }, { loader, inject });

      expect(forced.message.content).toEqual([call("toolu_1", "Bash", { city: "x" })]);
      expect(forced.bodies[0]?.tool_choice).toEqual(tool_choice);
      expect(forced.bodies[0]?.tools).toEqual(free.bodies[0]?.tools);
      expect(forced.bodies[0]?.messages).toEqual(free.bodies[0]?.messages);
      const inPrompt = forced.bodies[0]?.tools?.filter(({ defer_loading }) => defer_loading !== true) ?? [];
      expect(inPrompt.length).toBeLessThan(5);
    },
  );

  it("forces the client's search tool", async () => {
    const tool_choice = { type: "tool", name: "ToolSearch" };
    const { bodies } = await answerOf({ tools: ofClient, tool_choice }, { loader });

    expect(bodies[0]).toMatchObject({ tool_choice });
    expect(bodies[0]?.tools?.map(({ name }) => name)).toContain("ToolSearch");
  });

  it.each([
    ["by its name", { type: "tool", name: "tool_search_tool_bm25" }],
    ["with any", { type: "any", disable_parallel_tool_use: true }],
  ])("forces the API's search %s, and lets the model answer after it", async (_how, tool_choice) => {
    const script: ModelScript = (_body, number) =>
      number === 1 ? { calls: [{ name: "tool_search_tool_bm25", input: { query: "weather" } }] } : { text: "Done." };
    const { bodies, message } = await answerOf({ tools: ofServer, tool_choice }, { loader }, script);
    const { disable_parallel_tool_use: isSerial } = tool_choice as { disable_parallel_tool_use?: boolean };

    expect(bodies.map((sent) => sent.tool_choice)).toEqual([
      tool_choice,
      { type: "auto", ...(isSerial === undefined ? {} : { disable_parallel_tool_use: isSerial }) },
    ]);
    expect(message.content.at(-1)).toEqual(text("Done."));
  });

  it("forces the API's search even if nothing is deferred", async () => {
    const tool_choice = { type: "tool", name: "tool_search_tool_bm25" };
    const { bodies } = await answerOf({ tools: [tool("Bash"), bm25Entry], tool_choice }, { loader });

    expect(bodies[0]?.tool_choice).toEqual(tool_choice);
    expect(bodies[0]?.tools?.map(({ name }) => name)).toContain("tool_search_tool_bm25");
  });

  it.each(variants.slice(0, 2))(
    "forces a deferred tool and puts no other into the prompt (%s)",
    async (_variant, tools) => {
      const tool_choice = { type: "tool", name: "get_weather" };
      const script: ModelScript = () => ({ calls: [{ id: "toolu_1", name: "get_weather", input: {} }] });
      const { bodies, message } = await answerOf({ tools, tool_choice }, { loader }, script);
      const sent = bodies[0]?.tools ?? [];

      expect(bodies).toHaveLength(1);
      expect(bodies[0]?.tool_choice).toEqual(tool_choice);
      expect(sent.some(({ name }) => name === "get_weather")).toBe(true);
      expect(sent.filter(({ defer_loading }) => defer_loading !== true).length).toBeLessThan(6);
      expect(message.content).toEqual([call("toolu_1", "get_weather", {})]);
    },
  );

  it.each(variants)("lets the model call any tool without loading all (%s)", async (variant, tools, inject) => {
    const { bodies } = await answerOf({ tools, tool_choice: { type: "any" } }, { loader, inject });
    const inPrompt = bodies[0]?.tools?.filter(({ defer_loading }) => defer_loading !== true) ?? [];

    expect(bodies[0]?.tool_choice).toEqual({ type: "any" });
    // A client that knows nothing of the search asked for one of its own tools.
    expect(inPrompt.length > 200).toBe(variant === "injected search");
  });
});

describe("a choice of a tool that the request does not have", () => {
  it.each([
    ["client search", ofClient, "off", "nope"],
    ["server search", ofServer, "off", "nope"],
    ["injected search", ofInjected, "always", "nope"],
    ["injected search, of its own tool", ofInjected, "always", "ToolSearch"],
    ["the bridge's tool", ofClient, "off", "call_tool"],
    ["no tool search", [tool("Bash")], "off", "nope"],
  ] as const)("is rejected in the API's words (%s)", async (_variant, tools, inject, name) => {
    for (const loader of [...loaders, "eager"] as const) {
      const answer = answerOf({ tools, tool_choice: { type: "tool", name } }, { loader, inject });

      await expect(answer).rejects.toMatchObject({
        status: 400,
        body: { error: { type: "invalid_request_error", message: `Tool '${name}' not found in provided tools` } },
      });
    }
  });

  it("is rejected if a rule hides the tool", async () => {
    const upstream = scriptedModel(() => ({}));
    const body = {
      model: "m",
      messages: [user("Go.")],
      tools: ofClient,
      tool_choice: { type: "tool", name: "get_weather" },
    };
    const policy = [{ action: "hide", name: "get_*" }] as const;

    await expect(ask(createAnswerRequest(), { body, upstream, policy })).rejects.toThrow("not found in provided tools");
  });

  it("is rejected if it names none", async () => {
    const answer = answerOf({ tools: ofClient, tool_choice: { type: "tool" } }, { loader: "bridge" });

    await expect(answer).rejects.toMatchObject({
      body: { error: { message: "tool_choice.tool.name: Field required" } },
    });
  });

  it.each([
    { type: "browser_toolset_20260801" },
    { type: "browser_toolset_20260801", name: "browser" },
    { type: "mcp_toolset", mcp_server_name: "browser" },
    { type: "browser_20270101" },
  ])("passes if %j may stand for tools that only the upstream knows", async (toolset) => {
    const tools = [tool("Bash"), toolset, deferred("get_weather")];
    const tool_choice = { type: "tool", name: "browser_click" };
    const { bodies } = await answerOf({ tools, tool_choice }, { loader: "native" });

    expect(bodies[0]?.tool_choice).toEqual(tool_choice);
  });
});
