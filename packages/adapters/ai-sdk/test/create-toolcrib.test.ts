import { createAnthropic } from "@ai-sdk/anthropic";
import {
  defaultSettingsMiddleware,
  generateText,
  hasToolCall,
  isStepCount,
  type LanguageModelMiddleware,
  type ToolSet,
  tool,
  toolSearch,
  wrapLanguageModel,
} from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { createStrictProvider } from "../../suite/strict-provider.ts";
import { chooseLoader, createToolcrib, rankTools } from "../src/index.ts";

const ran: string[] = [];
const allTools = {
  create_issue: tool({
    description: "Create an issue in a repository.",
    inputSchema: z.object({ title: z.string(), labels: z.array(z.string()).optional() }),
    execute: ({ title }) => {
      ran.push(title);
      return { number: 7 };
    },
  }),
  slack_post: tool({
    description: "Send a message to the team.",
    inputSchema: z.object({ text: z.string() }),
    needsApproval: true,
    execute: () => "sent",
  }),
  archive_report: tool({ description: "Archive a report.", inputSchema: z.object({ id: z.string() }) }),
};

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
type Answer = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;

/** A model that calls the tools a script names, whether or not it was given them. */
function model(...calls: readonly (readonly [name: string, input: object])[]): MockLanguageModelV4 {
  const answers = calls.map(
    ([toolName, input], index): Answer => ({
      content: [{ type: "tool-call", toolCallId: `call_${index}`, toolName, input: JSON.stringify(input) }],
      finishReason: { unified: "tool-calls", raw: undefined },
      usage,
      warnings: [],
    }),
  );
  const last: Answer = {
    content: [{ type: "text", text: "Done." }],
    finishReason: { unified: "stop", raw: undefined },
    usage,
    warnings: [],
  };
  return new MockLanguageModelV4({ doGenerate: [...answers, last, last] });
}

const wrap = (inner: MockLanguageModelV4, ...middleware: LanguageModelMiddleware[]) =>
  wrapLanguageModel({ model: inner, middleware });
const stopWhen = isStepCount(5);
const sentNames = (inner: MockLanguageModelV4, call = 0) => inner.doGenerateCalls[call]?.tools?.map(({ name }) => name);

describe("createToolcrib", () => {
  it("keeps the types and the functions of the tools", async () => {
    const { tools } = createToolcrib(allTools);
    expectTypeOf(tools.create_issue).toExtend<(typeof allTools)["create_issue"]>();
    expectTypeOf(tools.find_tools.execute).not.toBeNever();
    const { find } = { find: createToolcrib(allTools, { searchToolName: "look" }).tools.look };
    expectTypeOf(find).toEqualTypeOf<typeof tools.find_tools>();

    expect(tools.create_issue).toBe(allTools.create_issue);
    const result = await generateText({
      model: wrap(model(["create_issue", { title: "Typed" }]), createToolcrib(allTools).middleware),
      tools,
      prompt: "Go.",
    });
    const [call] = result.toolCalls;
    if (call?.toolName === "create_issue" && call.dynamic !== true) {
      expectTypeOf(call.input).toEqualTypeOf<{ title: string; labels?: string[] | undefined }>();
      expect(call.input).toEqual({ title: "Typed" });
    }
    expect(call?.toolName).toBe("create_issue");
  });

  it("runs a valid call of a tool that was not loaded, and loads it from then on", async () => {
    ran.length = 0;
    const inner = model(["create_issue", { title: "Direct" }]);
    const { tools, middleware } = createToolcrib(allTools);
    await generateText({ model: wrap(inner, middleware), tools, prompt: "Go.", stopWhen });

    expect(ran).toEqual(["Direct"]);
    expect(sentNames(inner)).toEqual(["find_tools"]);
    expect(sentNames(inner, 1)).toEqual(["find_tools", "create_issue"]);
  });

  it("asks for approval of the real tool, through the bridge too", async () => {
    const inner = model(["call_tool", { name: "slack_post", arguments: { text: "Hi." } }]);
    const { tools, middleware } = createToolcrib(allTools, { loader: "bridge" });
    const { content } = await generateText({ model: wrap(inner, middleware), tools, prompt: "Go.", stopWhen });

    const request = content.find(({ type }) => type === "tool-approval-request");
    expect(request).toMatchObject({ toolCall: { toolName: "slack_post", input: { text: "Hi." } } });
  });

  it("leaves a request without the search tool as it is", async () => {
    const inner = model();
    const { tools, middleware } = createToolcrib(allTools);
    await generateText({ model: wrap(inner, middleware), tools, activeTools: ["archive_report"], prompt: "Go." });

    expect(sentNames(inner)).toEqual(["archive_report"]);
    expect(inner.doGenerateCalls[0]?.prompt).toEqual([
      { role: "user", content: [{ type: "text", text: "Go." }], providerOptions: undefined },
    ]);
  });

  it("sends the tool that the request forces", async () => {
    const inner = model(["slack_post", { text: "Hi." }]);
    const { tools, middleware } = createToolcrib(allTools);
    const toolChoice = { type: "tool", toolName: "slack_post" } as const;
    await generateText({ model: wrap(inner, middleware), tools, toolChoice, prompt: "Go." });

    expect(sentNames(inner)).toEqual(["find_tools", "slack_post"]);
  });

  it.each([{}, { loader: "bridge" }, { eager: ["create_issue"] }] as const)(
    "moves a cache breakpoint from a deferred tool, where Anthropic rejects it, with the options %j",
    async (options) => {
      const cacheControl = { type: "ephemeral" } as const;
      const cached = { ...allTools.create_issue, providerOptions: { anthropic: { cacheControl } } };
      const find = { calls: [{ name: "find_tools", input: { query: "select:slack_post" } }] };
      const provider = createStrictProvider("messages", [find, { text: "Done." }]);
      const claude = createAnthropic({ apiKey: "none", fetch: provider.fetch })("claude-sonnet-5-5");
      const { tools, middleware } = createToolcrib({ ...allTools, create_issue: cached }, options);
      await generateText({ model: wrapLanguageModel({ model: claude, middleware }), tools, prompt: "Go.", stopWhen });

      expect(provider.rejected).toEqual([]);
      expect(provider.requests).toHaveLength(2);
      for (const { text } of provider.requests) {
        const sent = (JSON.parse(text) as { tools: { name: string; cache_control?: object }[] }).tools;
        const marked = sent.filter((given) => given.cache_control !== undefined).map(({ name }) => name);
        expect(marked).toEqual(["eager" in options ? "create_issue" : "find_tools"]);
      }
    },
  );

  it("appends the names to the system prompt, the same for every request", async () => {
    const inner = model(["find_tools", { query: "issues" }]);
    const { tools, middleware } = createToolcrib(allTools);
    await generateText({ model: wrap(inner, middleware), tools, instructions: "Be brief.", prompt: "Go.", stopWhen });

    const [first, second] = inner.doGenerateCalls.map(({ prompt }) => prompt[0]);
    expect(first?.content).toMatch(
      /^Be brief\.\n\nDeferred tools: 3 in all[\s\S]*archive_report\ncreate_issue\nslack_post/,
    );
    expect(second).toEqual(first);
  });

  it("applies rules to the servers and annotations of MCP tools", async () => {
    const mcpTool = (name: string, clientName: string, annotations: object) => [
      name,
      { ...allTools.archive_report, metadata: { clientName, toolName: name, annotations } },
    ];
    const mcpTools = Object.fromEntries([
      mcpTool("wipe", "disk", { destructiveHint: true }),
      mcpTool("list", "disk", { readOnlyHint: true }),
      mcpTool("read", "mail", { readOnlyHint: true }),
    ]) as typeof allTools;
    const inner = model();
    const policy = [
      { action: "hide", annotation: "destructiveHint" },
      { action: "pin", server: "mail" },
    ] as const;
    const { tools, middleware } = createToolcrib(mcpTools, { policy });
    await generateText({ model: wrap(inner, middleware), tools, prompt: "Go." });

    expect(Object.keys(tools)).toEqual(["list", "read", "find_tools"]);
    expect(sentNames(inner)).toEqual(["read", "find_tools"]);
  });

  it.each(["append", "bridge"] as const)(
    "keeps to activeTools and stopWhen by the real names, with %s",
    async (loader) => {
      ran.length = 0;
      const { tools, middleware } = createToolcrib(allTools, { loader });
      const called = (name: string) =>
        loader === "bridge"
          ? (["call_tool", { name, arguments: { title: "Bug." } }] as const)
          : ([name, { title: "Bug." }] as const);
      const ask = (name: string) => {
        const inner = wrapLanguageModel({ model: model(called(name), called(name)), middleware });
        const activeTools = ["find_tools", "create_issue"] as const;
        return generateText({ model: inner, tools, activeTools, prompt: "Go.", stopWhen: hasToolCall("create_issue") });
      };

      expect((await ask("create_issue")).steps).toHaveLength(1);
      expect(ran).toEqual(["Bug."]);
      const [first] = (await ask("archive_report")).steps;
      expect(first?.toolCalls[0]).toMatchObject({ toolName: "archive_report", invalid: true });
    },
  );

  it("rejects a model that is wrapped twice", async () => {
    const { tools, middleware } = createToolcrib(allTools);
    const other = createToolcrib(allTools).middleware;
    const between = defaultSettingsMiddleware({ settings: { temperature: 0 } });

    for (const twice of [wrap(model(), middleware, other), wrap(model(), middleware, between, middleware)]) {
      await expect(generateText({ model: twice, tools, prompt: "Go.", maxRetries: 0 })).rejects.toMatchObject({
        code: "applied_twice",
      });
    }
  });

  it("leaves the requests of another agent that shares the model as they are", async () => {
    const inner = model();
    const { middleware } = createToolcrib(allTools);
    const { tools } = createToolcrib({ ping: tool({ description: "Ping.", inputSchema: z.object({}) }) });
    await generateText({ model: wrap(inner, middleware), tools, prompt: "Go." });

    expect(sentNames(inner)).toEqual(["ping", "find_tools"]);
    expect(JSON.stringify(inner.doGenerateCalls[0]?.prompt)).not.toContain("slack_post");
  });

  it.each([
    [{ loader: "magic" }, /expected one of anthropic, openai, openai-search, kimi, append, bridge, got "magic"/],
    [{ searchToolName: "slack_post" }, /already include one named slack_post/],
    [{ eager: ["slack_pots"] }, /eager is not usable: expected names of tools; nearest names: slack_post/],
    [{ policy: [{ action: "hide", name: "a", arguments: { path: "*" } }] }, /use its approvals/],
    [{ policy: [{ action: "remove", name: "a" }] }, /one of pin, defer, hide, deny/],
  ])("rejects the options %j", (options, message) => {
    expect(() => createToolcrib(allTools, options as never)).toThrow(message);
  });

  it.each([
    [undefined, /expected an object with tools by name, got undefined/],
    [[allTools.slack_post], /expected an object with tools by name, got an array/],
    [{ slack_post: null }, /expected a tool named slack_post, got null/],
  ])("rejects %j instead of tools", (tools, message) => {
    expect(() => createToolcrib(tools as never)).toThrow(message);
  });

  it("takes a tool without a schema for one without arguments, as the SDK does", async () => {
    const bare = { ...allTools, ping: { description: "Ping the server.", execute: () => "pong" } };
    const inner = model(["find_tools", { query: "select:ping" }], ["ping", {}]);
    const { tools, middleware } = createToolcrib(bare as unknown as ToolSet);
    const { steps } = await generateText({ model: wrap(inner, middleware), tools, prompt: "Go.", stopWhen });

    expect(steps[1]?.toolResults[0]).toMatchObject({ toolName: "ping", output: "pong" });
  });
});

describe("chooseLoader", () => {
  it.each([
    ["anthropic.messages", "claude-sonnet-5-5", "anthropic"],
    ["vertex.anthropic.messages", "claude-opus-5", "anthropic"],
    ["anthropic.messages", "claude-3-haiku-20240307", "append"],
    ["openai.responses", "gpt-6.1-sol", "openai"],
    ["openai.responses", "gpt-5.6-luna", "openai"],
    ["azure.responses", "gpt-6-astra", "openai"],
    ["openai.responses", "gpt-5.4", "openai-search"],
    ["azure.responses", "gpt-5.5", "openai-search"],
    ["openai.responses", "gpt-5.2", "append"],
    ["openai.responses", "o4-mini", "append"],
    ["openai.chat", "gpt-6.1-sol", "append"],
    ["moonshot.chat", "kimi-k3.1", "kimi"],
    ["moonshot.chat", "kimi-k2", "append"],
    ["google.generative-ai", "gemini-3-pro", "append"],
    ["", "", "append"],
  ])("for %s and %s is %s", (provider, modelId, loader) => {
    expect(chooseLoader({ provider, modelId })).toBe(loader);
  });
});

describe("rankTools", () => {
  it("ranks for the SDK's own tool search, which misses these", async () => {
    const deferred = Object.fromEntries(
      Object.entries(allTools).map(([name, given]) => [name, { ...given, deferLoading: true }]),
    );
    const found = async (query: string, search = toolSearch()) => {
      const inner = model(["search", { query }]);
      const { steps } = await generateText({ model: inner, tools: { ...deferred, search }, prompt: "Go.", stopWhen });
      const outputs = (steps[0]?.toolResults ?? []) as { output: { tools: { name: string }[] } }[];
      return outputs.flatMap(({ output }) => output.tools.map(({ name }) => name));
    };

    expect(await found("issues")).toEqual([]);
    expect(await found("issues", toolSearch({ search: rankTools() }))).toEqual(["create_issue"]);
  });
});
