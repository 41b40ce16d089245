import { AIMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, createMiddleware, humanInTheLoopMiddleware, type InferAgentTools } from "langchain";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { runReadme } from "../../suite/run-readme.ts";
import { createStrictProvider, type Move } from "../../suite/strict-provider.ts";
import { toolcribMiddleware } from "../src/index.ts";

const ran: unknown[] = [];
const slackPost = tool(
  (input) => {
    ran.push(input);
    return "sent";
  },
  { name: "slack_post", description: "Send a message to a channel.", schema: z.object({ text: z.string() }) },
);
const clock = tool(() => "noon", { name: "clock", description: "Tell the time.", schema: z.object({}) });
const tools = [slackPost, clock];
const moves: readonly Move[] = [
  { calls: [{ name: "find_tools", input: { query: "send a message" } }] },
  { calls: [{ name: "slack_post", input: { text: "Hi." } }] },
  { text: "Done." },
];

function setUp(script: readonly Move[] = moves) {
  const provider = createStrictProvider("chat", script);
  const configuration = { fetch: provider.fetch as typeof fetch };
  return { provider, model: new ChatOpenAI({ model: "gpt-5.4", apiKey: "none", maxRetries: 0, configuration }) };
}

describe("toolcribMiddleware", () => {
  it("works as printed in the README", async () => {
    ran.length = 0;
    const readme = new URL("../README.md", import.meta.url);
    const { provider } = await runReadme(readme, "chat", moves, { allMyTools: tools });

    expect(provider.rejected).toEqual([]);
    expect(provider.requests).toHaveLength(3);
    expect(ran).toEqual([{ text: "Hi." }]);
  });

  it("keeps the tools, and their types for the agent", () => {
    const { model } = setUp();
    const middleware = toolcribMiddleware([slackPost, clock]);
    const agent = createAgent({ model, tools: [], middleware: [middleware] });

    expectTypeOf<InferAgentTools<typeof agent>>().toEqualTypeOf<readonly [typeof slackPost, typeof clock]>();
    expect(middleware.tools?.[0]).toBe(slackPost);
  });

  it("shows other middleware the real call, through the bridge too", async () => {
    const { model } = setUp();
    const seen: string[] = [];
    const observer = createMiddleware({
      name: "Observer",
      wrapToolCall: (request, handler) => {
        seen.push(
          `${request.toolCall.name} ${JSON.stringify(request.toolCall.args)} ${String(request.tool === slackPost)}`,
        );
        return handler(request);
      },
    });
    const agent = createAgent({ model, middleware: [toolcribMiddleware(tools, { loader: "bridge" }), observer] });
    const { messages } = await agent.invoke({ messages: [new HumanMessage("Go.")] });

    expect(seen).toEqual(['find_tools {"query":"send a message"} false', 'slack_post {"text":"Hi."} true']);
    const calls = messages.flatMap((message) => (AIMessage.isInstance(message) ? (message.tool_calls ?? []) : []));
    expect(calls.map(({ name }) => name)).toEqual(["find_tools", "slack_post"]);
  });

  it("asks people for approval of the real tool", async () => {
    const { model } = setUp();
    const { MemorySaver } = await import("@langchain/langgraph");
    const agent = createAgent({
      model,
      middleware: [toolcribMiddleware(tools), humanInTheLoopMiddleware({ interruptOn: { slack_post: true } })],
      checkpointer: new MemorySaver(),
    });
    const config = { configurable: { thread_id: "1" } };
    const result = await agent.invoke({ messages: [new HumanMessage("Go.")] }, config);

    expect(JSON.stringify(result.__interrupt__)).toContain('"name":"slack_post"');
  });

  it("keeps tools of the agent's own in the prompt, and its system prompt in front", async () => {
    const { model, provider } = setUp([{ text: "Hello." }]);
    const agent = createAgent({
      model,
      tools: [clock],
      systemPrompt: new SystemMessage("Be brief."),
      middleware: [toolcribMiddleware([slackPost])],
    });
    await agent.invoke({ messages: [new HumanMessage("Go.")] });

    const [request] = provider.requests;
    expect(request?.tools.map(({ name }) => name)).toEqual(["clock", "find_tools"]);
    expect(request?.text).toContain("Be brief.\\n\\nDeferred tools: 1 in all");
  });

  it("is rejected by LangChain if it is there twice", () => {
    const { model } = setUp();

    expect(() =>
      createAgent({ model, middleware: [toolcribMiddleware([clock]), toolcribMiddleware([slackPost])] as never }),
    ).toThrow("Middleware Toolcrib is defined multiple times");
  });

  it.each([
    [{ loader: "native" }, /expected one of append, bridge, got "native"/],
    [{ searchToolName: "clock" }, /already include one named clock/],
    [{ eager: ["clok"] }, /eager is not usable: expected names of tools; nearest names: clock, got "clok"/],
  ])("rejects the options %j", (options, message) => {
    expect(() => toolcribMiddleware(tools, options as never)).toThrow(message);
  });

  it.each(["append", "bridge"] as const)("asks a person about a tool by its own name, with %s", async (loader) => {
    ran.length = 0;
    const { MemorySaver } = await import("@langchain/langgraph");
    const { model } = setUp();
    const middleware = [
      humanInTheLoopMiddleware({ interruptOn: { slack_post: true } }),
      toolcribMiddleware(tools, { loader }),
    ];
    const result = await createAgent({ model, middleware, checkpointer: new MemorySaver() }).invoke(
      { messages: [new HumanMessage("Go.")] },
      { configurable: { thread_id: "one" } },
    );

    expect(JSON.stringify(result)).toContain('"slack_post"');
    expect(result).toHaveProperty("__interrupt__");
    expect(ran).toEqual([]);
  });

  it("keeps a call that cannot be read beside one that goes through the bridge", async () => {
    const [valid, invalid] = ['{"name":"slack_post","arguments":{"text":"Hi."}}', '{"name":"clock","arguments":{'];
    const calls = [valid, invalid].map((text, index) => ({
      id: `call_${index}`,
      type: "function",
      function: { name: "call_tool", arguments: text },
    }));
    const message = { role: "assistant", content: null, tool_calls: calls };
    const answers = [message, { role: "assistant", content: "Done." }];
    const fetchAnswer = async () => Response.json({ choices: [{ index: 0, message: answers.shift() }] });
    const configuration = { fetch: fetchAnswer as typeof fetch };
    const model = new ChatOpenAI({ model: "gpt-5.4", apiKey: "none", maxRetries: 0, configuration });
    const agent = createAgent({ model, middleware: [toolcribMiddleware(tools, { loader: "bridge" })] });
    const { messages } = await agent.invoke({ messages: [new HumanMessage("Go.")] });
    const [, answer] = messages as [unknown, AIMessage];

    expect(answer.tool_calls?.map(({ name }) => name)).toEqual(["slack_post"]);
    expect(answer.invalid_tool_calls?.map(({ name }) => name)).toEqual(["clock"]);
  });

  it("rejects two tools of one name, and what is no list of tools", () => {
    expect(() => toolcribMiddleware(undefined as never)).toThrow(/expected an array of tools, got undefined/);
    expect(() => toolcribMiddleware([clock, clock])).toThrow(/share the name "clock"/);
  });

  it("takes a tool without a schema for one with a text, as LangChain does", async () => {
    const { model, provider } = setUp([
      { calls: [{ name: "find_tools", input: { query: "select:echo" } }] },
      { calls: [{ name: "echo", input: { input: "Hi." } }] },
      { text: "Done." },
    ]);
    const echo = tool((input) => input, { name: "echo", description: "Repeat a text." });
    const agent = createAgent({ model, middleware: [toolcribMiddleware([echo])] });
    await agent.invoke({ messages: [new HumanMessage("Go.")] });

    expect(provider.rejected).toEqual([]);
    expect(provider.requests[2]?.text).toContain('"content":"Hi."');
  });
});
