import { Agent, type FunctionTool, OpenAIChatCompletionsModel, Runner, type Tool, tool } from "@openai/agents";
import OpenAI from "openai";
import { describe, expect, expectTypeOf, it } from "vitest";
import { runReadme } from "../../suite/run-readme.ts";
import { createStrictProvider, type Move } from "../../suite/strict-provider.ts";
import { createToolcrib } from "../src/index.ts";

const ran: unknown[] = [];
const parameters = {
  type: "object",
  properties: { text: { type: "string" } },
  required: ["text"],
  additionalProperties: false,
} as const;
const asTool = (name: string, description: string, needsApproval = false) =>
  tool({
    name,
    description,
    parameters: parameters as never,
    needsApproval,
    execute: (input) => {
      ran.push(input);
      return "done";
    },
  });
const slackPost = asTool("slack_post", "Send a message to a channel.");
const translate = asTool("translate", "Translate a text into English.");
const find = (query: string): Move => ({ calls: [{ name: "find_tools", input: { query } }] });
const call = (name: string): Move => ({ calls: [{ name, input: { text: "Hi." } }] });

function setUp(moves: readonly Move[]) {
  const provider = createStrictProvider("chat", moves);
  const client = new OpenAI({ apiKey: "none", maxRetries: 0, fetch: provider.fetch as typeof fetch });
  return { provider, model: new OpenAIChatCompletionsModel(client, "gpt-5.4") };
}

const runner = new Runner({ tracingDisabled: true });

describe("createToolcrib", () => {
  it("works as printed in the README", async () => {
    ran.length = 0;
    const moves = [find("send a message"), call("slack_post"), { text: "Done." }];
    const readme = new URL("../README.md", import.meta.url);
    const { provider } = await runReadme(readme, "responses", moves, { allMyTools: [slackPost, translate] });

    expect(provider.rejected).toEqual([]);
    expect(provider.requests).toHaveLength(3);
    expect(ran).toEqual([{ text: "Hi." }]);
  });

  it("keeps the tools, their functions and the type of their context", () => {
    interface User {
      readonly user: string;
    }
    const typed: FunctionTool<User> = tool({
      name: "greet",
      description: "Greet the user.",
      parameters: parameters as never,
      execute: () => "Hello.",
    });
    const { tools } = createToolcrib([typed]);
    const native = createToolcrib([typed], { loader: "client-search" }).tools;

    expectTypeOf(tools).toEqualTypeOf<Tool<User>[]>();
    expect(tools[0]).toBe(typed);
    expect(native[0]).toMatchObject({ name: "greet", invoke: typed.invoke, deferLoading: true });
  });

  it("lets the next agent find its own tools after a hand-off", async () => {
    const { provider, model } = setUp([
      find("send a message"),
      { calls: [{ name: "transfer_to_Translator", input: {} }] },
      find("translate"),
      call("translate"),
      { text: "Done." },
    ]);
    const first = createToolcrib([slackPost]);
    const second = createToolcrib([translate]);
    const translator = new Agent({ name: "Translator", tools: second.tools, model: second.wrapModel(model) });
    const agent = Agent.create({
      name: "Assistant",
      tools: first.tools,
      model: first.wrapModel(model),
      handoffs: [translator],
    });
    const { finalOutput } = await runner.run(agent, "Go.");

    expect(provider.rejected).toEqual([]);
    expect(finalOutput).toBe("Done.");
    const sent = provider.requests.map(({ tools }) => tools.map(({ name }) => name));
    expect(sent[1]).toEqual(["find_tools", "slack_post", "transfer_to_Translator"]);
    expect(sent[2]).toEqual(["find_tools"]);
    expect(sent[3]).toEqual(["find_tools", "translate"]);
  });

  it("asks for approval of the real tool, through the bridge too", async () => {
    const { model } = setUp([find("send a message"), call("slack_post")]);
    const guarded = asTool("slack_post", "Send a message to a channel.", true);
    const { tools, wrapModel } = createToolcrib([guarded], { loader: "bridge" });
    const { interruptions } = await runner.run(new Agent({ name: "A", tools, model: wrapModel(model) }), "Go.");

    expect(interruptions.map(({ name, arguments: input }) => [name, input])).toEqual([
      ["slack_post", '{"text":"Hi."}'],
    ]);
  });

  it.each(["append", "bridge"] as const)("sends the tool that a request forces, with %s", async (loader) => {
    ran.length = 0;
    const { provider, model } = setUp([call("slack_post"), { text: "Done." }]);
    const { tools, wrapModel } = createToolcrib([slackPost, translate], { loader });
    const modelSettings = { toolChoice: "slack_post" };
    await runner.run(new Agent({ name: "A", tools, model: wrapModel(model), modelSettings }), "Go.");

    expect(provider.rejected).toEqual([]);
    expect(ran).toEqual([{ text: "Hi." }]);
    expect(provider.requests[0]?.tools.map(({ name }) => name).at(-1)).toBe("slack_post");
  });

  it.each(["append", "bridge", "client-search"] as const)(
    "leaves an agent without its tools as it is, with %s",
    async (loader) => {
      const { provider, model } = setUp([call("slack_post"), { text: "Done." }]);
      const { wrapModel } = createToolcrib([slackPost, translate], { loader });
      await runner.run(new Agent({ name: "B", tools: [slackPost], model: wrapModel(model) }), "Go.");

      expect(provider.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
        ["slack_post"],
        ["slack_post"],
      ]);
      expect(provider.requests[0]?.text).not.toMatch(/find_tools|translate/);
    },
  );

  it("sends every tool if the API holds the earlier items", async () => {
    const { provider, model } = setUp([{ text: "Done." }]);
    const { tools, wrapModel } = createToolcrib([slackPost, translate]);
    const agent = new Agent({ name: "A", tools, model: wrapModel(model) });
    await runner.run(agent, "Go.", { conversationId: "conv_1" });

    expect(provider.requests[0]?.tools.map(({ name }) => name)).toEqual(["slack_post", "translate", "find_tools"]);
  });

  it("ends a run that searches although its model is not wrapped, and sends all tools", async () => {
    const { model } = setUp([find("translate"), { text: "Done." }]);
    const agent = new Agent({ name: "agent", model, tools: createToolcrib([slackPost, translate]).tools });

    await expect(runner.run(agent, "Go.")).rejects.toThrow(/expected a model of wrapModel or wrapProvider/);
  });

  it("rejects a model that is wrapped twice", () => {
    const { model } = setUp([]);
    const { wrapModel } = createToolcrib([slackPost]);

    expect(() => createToolcrib([translate]).wrapModel(wrapModel(model))).toThrow(/applied twice/);
  });

  it.each([
    [{ loader: "native" }, /expected one of append, client-search, bridge, got "native"/],
    [{ searchToolName: "translate" }, /already include one named translate/],
    [{ eager: ["translat"] }, /eager is not usable: expected names of tools; nearest names: translate/],
  ])("rejects the options %j", (options, message) => {
    expect(() => createToolcrib([translate], options as never)).toThrow(message);
  });

  it("rejects two tools of one name, a tool without a schema, and what is no list of tools", () => {
    expect(() => createToolcrib([null] as never)).toThrow(/expected an array of tools, got null at index 0/);
    expect(() => createToolcrib([translate, translate])).toThrow(/share the name "translate"/);
    expect(() => createToolcrib([{ ...translate, parameters: undefined as never }])).toThrow(/input_schema/);
  });
});
