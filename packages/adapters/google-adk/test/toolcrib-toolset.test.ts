import {
  type BaseTool,
  BaseToolset,
  FunctionTool,
  Gemini,
  GOOGLE_SEARCH,
  InMemoryRunner,
  LlmAgent,
  LongRunningFunctionTool,
  REQUEST_CONFIRMATION_FUNCTION_CALL_NAME,
} from "@google/adk";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { runReadme } from "../../suite/run-readme.ts";
import { createStrictProvider, type Move } from "../../suite/strict-provider.ts";
import { bridgeModel, ToolcribToolset } from "../src/index.ts";
import { routeTo } from "./routed-fetch.ts";

const ran: unknown[] = [];
const asTool = (name: string, description: string, requireConfirmation = false) =>
  new FunctionTool({
    name,
    description,
    parameters: z.object({ text: z.string() }),
    requireConfirmation,
    execute: ({ text }) => {
      ran.push(text);
      return { result: "done" };
    },
  });
const slackPost = asTool("slack_post", "Send a message to a channel.");
const translate = asTool("translate", "Translate a text into English.");
const find = (query: string): Move => ({ calls: [{ name: "find_tools", input: { query } }] });
const call = (name: string, input: object = { text: "Hi." }): Move => ({ calls: [{ name, input }] });
const done: Move = { text: "Done." };

class ListedToolset extends BaseToolset {
  readonly tools: BaseTool[];

  constructor(tools: BaseTool[]) {
    super([]);
    this.tools = tools;
  }

  override getTools(): Promise<BaseTool[]> {
    return Promise.resolve([...this.tools]);
  }

  override async close(): Promise<void> {
    ran.push("closed");
  }
}

function setUp(moves: readonly Move[]) {
  const provider = createStrictProvider("gemini", moves);
  return { provider, model: new Gemini({ model: "gemini-3-pro", apiKey: "none", headers: routeTo(provider.fetch) }) };
}

async function run(agent: LlmAgent) {
  const runner = new InMemoryRunner({ agent });
  const session = await runner.sessionService.createSession({ appName: runner.appName, userId: "ada" });
  const newMessage = { role: "user", parts: [{ text: "Go." }] };
  const events = [];
  for await (const event of runner.runAsync({ userId: "ada", sessionId: session.id, newMessage })) events.push(event);
  return events;
}

const sentNames = (provider: ReturnType<typeof setUp>["provider"]) =>
  provider.requests.map(({ tools }) => tools.map(({ name }) => name));

describe("ToolcribToolset", () => {
  it("works as printed in the README", async () => {
    ran.length = 0;
    const readme = new URL("../README.md", import.meta.url);
    const moves = [find("send a message"), call("slack_post"), done];
    const { provider } = await runReadme(readme, "gemini", moves, { allMyTools: [slackPost, translate] });

    expect(provider.rejected).toEqual([]);
    expect(provider.requests).toHaveLength(3);
    expect(ran).toEqual(["Hi."]);
  });

  it("gives callbacks the tool itself, found or not", async () => {
    const seen: BaseTool[] = [];
    const { model } = setUp([find("send a message"), call("slack_post"), done]);
    const beforeToolCallback = ({ tool }: { readonly tool: BaseTool }) => {
      seen.push(tool);
      return undefined;
    };
    await run(new LlmAgent({ name: "a", model, tools: [new ToolcribToolset([slackPost])], beforeToolCallback }));

    expect(seen.at(-1)).toBe(slackPost);
  });

  it("defers the tools of other toolsets, as they are at each request, and closes them", async () => {
    const inner = new ListedToolset([slackPost]);
    const toolset = new ToolcribToolset([inner, translate]);
    const { provider, model } = setUp([done, done]);
    const agent = new LlmAgent({ name: "a", model, tools: [toolset] });
    await run(agent);
    inner.tools.pop();
    await run(agent);
    ran.length = 0;
    await toolset.close();

    expect(provider.requests[0]?.text).toContain("slack_post\\ntranslate");
    expect(provider.requests[1]?.text).not.toContain("slack_post");
    expect(ran).toEqual(["closed"]);
  });

  it("asks for confirmation of the real tool", async () => {
    const { model } = setUp([find("send a message"), call("slack_post"), done]);
    const tools = [new ToolcribToolset([asTool("slack_post", "Send a message to a channel.", true)])];
    const events = await run(new LlmAgent({ name: "a", model, tools }));

    const asked = events
      .flatMap(({ content }) => content?.parts ?? [])
      .find(({ functionCall }) => functionCall?.name === REQUEST_CONFIRMATION_FUNCTION_CALL_NAME);
    expect(JSON.stringify(asked?.functionCall?.args)).toContain('"name":"slack_post"');
  });

  it("sends the tools that a request allows by their names", async () => {
    ran.length = 0;
    const { provider, model } = setUp([call("slack_post"), done]);
    const functionCallingConfig = { mode: "ANY" as never, allowedFunctionNames: ["slack_post"] };
    const generateContentConfig = { toolConfig: { functionCallingConfig } };
    const tools = [new ToolcribToolset([slackPost, translate])];
    await run(new LlmAgent({ name: "a", model, tools, generateContentConfig }));

    expect(provider.rejected).toEqual([]);
    expect(ran).toEqual(["Hi."]);
    expect(sentNames(provider)[0]).toEqual(["find_tools", "slack_post"]);
  });

  it("lets the next agent find its own tools after a transfer", async () => {
    ran.length = 0;
    const { provider, model } = setUp([
      find("send a message"),
      call("transfer_to_agent", { agentName: "translator" }),
      find("translate"),
      call("translate"),
      done,
    ]);
    const translator = new LlmAgent({
      name: "translator",
      description: "Translates.",
      model,
      tools: [new ToolcribToolset([translate])],
    });
    await run(
      new LlmAgent({ name: "assistant", model, tools: [new ToolcribToolset([slackPost])], subAgents: [translator] }),
    );

    expect(provider.rejected).toEqual([]);
    expect(ran).toEqual(["Hi."]);
    expect(sentNames(provider)[1]).toContain("slack_post");
    expect(sentNames(provider)[2]).not.toContain("slack_post");
    expect(sentNames(provider)[3]).toContain("translate");
  });

  it("leaves tools without a declaration alone", async () => {
    const toolset = new ToolcribToolset([GOOGLE_SEARCH, slackPost]);

    expect((await toolset.getTools()).map(({ name }) => name)).toEqual(["google_search", "find_tools", "slack_post"]);
  });

  it("rejects toolsets inside one another, and two in one agent", async () => {
    const nested = new ToolcribToolset([new ToolcribToolset([slackPost])]);
    await expect(nested.getTools()).rejects.toMatchObject({ code: "applied_twice" });
    const { model } = setUp([done]);
    const tools = [new ToolcribToolset([slackPost]), new ToolcribToolset([translate])];

    await expect(run(new LlmAgent({ name: "a", model, tools }))).rejects.toThrow(/applied twice/);
  });

  it("rejects two tools of one name, something that is no tool, and bad options", async () => {
    await expect(new ToolcribToolset([slackPost, slackPost]).getTools()).rejects.toThrow(/share the name "slack_post"/);
    const named = new ToolcribToolset([slackPost], { searchToolName: "slack_post" });
    await expect(named.getTools()).rejects.toThrow(/already include one named slack_post/);
    expect(() => new ToolcribToolset([slackPost, { name: "x" }] as never)).toThrow(
      /tools and toolsets of the ADK, got an object at index 1/,
    );
    expect(() => new ToolcribToolset([], { eager: "all" } as never)).toThrow(/expected an array of names/);
  });
});

describe("bridgeModel", () => {
  it("shows the description of a tool's declaration, with what the ADK adds to it", async () => {
    const { model, provider } = setUp([find("select:render"), done]);
    const given = { name: "render", description: "Render a film.", execute: () => ({ result: "started" }) };
    const render = new LongRunningFunctionTool({ ...given, parameters: z.object({}) });
    await run(new LlmAgent({ name: "agent", model: bridgeModel(model), tools: [new ToolcribToolset([render])] }));

    const { description = "" } = render._getDeclaration() ?? {};
    expect(description).not.toBe(render.description);
    expect(provider.requests[1]?.text).toContain(description.split("\n").at(-1));
  });

  const fixed = ["find_tools", "call_tool"];

  it("keeps the declarations, and gives callbacks and the session the real call", async () => {
    ran.length = 0;
    const seen: string[] = [];
    const { provider, model } = setUp([find("send a message"), call("slack_post"), done]);
    const beforeToolCallback = ({ tool }: { readonly tool: BaseTool }) => {
      seen.push(tool.name);
      return undefined;
    };
    const tools = [new ToolcribToolset([slackPost, translate])];
    const events = await run(new LlmAgent({ name: "a", model: bridgeModel(model), tools, beforeToolCallback }));

    expect(sentNames(provider)).toEqual([fixed, fixed, fixed]);
    expect(provider.requests.map(({ partsLost }) => partsLost)).toEqual([0, 0, 0]);
    expect(seen).toEqual(["find_tools", "slack_post"]);
    expect(ran).toEqual(["Hi."]);
    expect(JSON.stringify(events)).not.toContain("call_tool");
  });

  it("declares what a request allows by its name", async () => {
    const { provider, model } = setUp([call("slack_post"), done]);
    const functionCallingConfig = { mode: "ANY" as never, allowedFunctionNames: ["slack_post"] };
    const generateContentConfig = { toolConfig: { functionCallingConfig } };
    const tools = [new ToolcribToolset([slackPost, translate])];
    await run(new LlmAgent({ name: "a", model: bridgeModel(model), tools, generateContentConfig }));

    expect(provider.rejected).toEqual([]);
    expect(sentNames(provider)[0]).toEqual(["find_tools", "slack_post", "call_tool"]);
  });

  it("does nothing more if it is applied twice, and nothing without the toolset", async () => {
    const { provider, model } = setUp([find("send a message"), call("slack_post"), done, done]);
    const twice = bridgeModel(bridgeModel(model));
    await run(new LlmAgent({ name: "a", model: twice, tools: [new ToolcribToolset([slackPost])] }));
    await run(new LlmAgent({ name: "b", model: twice, tools: [translate] }));

    expect(provider.rejected).toEqual([]);
    expect(sentNames(provider)).toEqual([fixed, fixed, fixed, ["translate"]]);
  });

  it("takes the name of a model, and stays one of its class", () => {
    process.env["GEMINI_API_KEY"] ??= "none";

    expect(bridgeModel("gemini-3-pro")).toBeInstanceOf(Gemini);
    expect(bridgeModel("gemini-3-pro").model).toBe("gemini-3-pro");
  });
});
