import { createOpenAI } from "@ai-sdk/openai";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { runReadme } from "../../suite/run-readme.ts";
import { createStrictProvider, type Move } from "../../suite/strict-provider.ts";
import { ToolcribProcessor } from "../src/index.ts";

const ran: unknown[] = [];
const slack_post = createTool({
  id: "slack_post",
  description: "Send a message to a channel.",
  inputSchema: z.object({ text: z.string() }),
  execute: async (input) => {
    ran.push(input);
    return "sent";
  },
});
const clock = createTool({ id: "clock", description: "Tell the time.", execute: async () => "noon" });
const find = (query: string): Move => ({ calls: [{ name: "find_tools", input: { query } }] });
const post: Move = { calls: [{ name: "slack_post", input: { text: "Hi." } }] };
const done: Move = { text: "Done." };

function setUp(moves: readonly Move[], config: object) {
  const provider = createStrictProvider("chat", moves);
  const model = createOpenAI({ apiKey: "none", fetch: provider.fetch }).chat("gpt-5.4") as never;
  const agent = new Agent({ id: "a", name: "A", instructions: "Be brief.", model, ...config });
  return { provider, agent };
}

const sentNames = (provider: ReturnType<typeof setUp>["provider"]) =>
  provider.requests.map(({ tools }) => tools.map(({ name }) => name));

describe("ToolcribProcessor", () => {
  it("works as printed in the README", async () => {
    ran.length = 0;
    const readme = new URL("../README.md", import.meta.url);
    const { provider } = await runReadme(readme, "responses", [find("send a message"), post, done], {
      allMyTools: { slack_post, clock },
    });

    expect(provider.rejected).toEqual([]);
    expect(provider.requests).toHaveLength(3);
    expect(ran).toEqual([{ text: "Hi." }]);
  });

  it("changes nothing in the type of an agent", () => {
    const config = {
      id: "a",
      name: "A",
      instructions: "Be brief.",
      model: "openai/gpt-5.4",
      tools: { slack_post },
    } as const;
    const plain = new Agent(config);
    const agent = new Agent({ ...config, inputProcessors: [new ToolcribProcessor()] });

    expectTypeOf(agent).toEqualTypeOf<typeof plain>();
    expectTypeOf<Awaited<ReturnType<typeof agent.listTools>>["slack_post"]>().toEqualTypeOf<typeof slack_post>();
  });

  it("asks for approval of the real tool", async () => {
    ran.length = 0;
    const guarded = createTool({
      id: "slack_post",
      description: "Send a message to a channel.",
      inputSchema: z.object({ text: z.string() }),
      requireApproval: true,
      execute: async (input) => ran.push(input),
    });
    const { agent } = setUp([find("send a message"), post, done], {
      tools: { slack_post: guarded },
      inputProcessors: [new ToolcribProcessor()],
    });
    const stream = await agent.stream("Go.", { maxSteps: 5 });
    const asked: unknown[] = [];
    for await (const chunk of stream.fullStream) if (chunk.type === "tool-call-approval") asked.push(chunk.payload);

    expect(asked).toEqual([expect.objectContaining({ toolName: "slack_post", args: { text: "Hi." } })]);
    expect(ran).toEqual([]);
  });

  it("answers a call of a tool that was not loaded, or that is hidden, with an error for the model", async () => {
    ran.length = 0;
    const moves = [find("select:slack_post"), done];
    const { agent, provider } = setUp(moves, {
      tools: { slack_post, clock },
      inputProcessors: [new ToolcribProcessor({ policy: [{ action: "hide", name: "slack_*" }] })],
    });
    await agent.generate("Go.", { maxSteps: 5 });

    expect(sentNames(provider)).toEqual([["find_tools"], ["find_tools"]]);
    expect(provider.requests[0]?.text).not.toContain("slack_post");
  });

  it("sends the tool that a request forces, and one without a schema as one without arguments", async () => {
    const { agent, provider } = setUp([{ calls: [{ name: "clock", input: {} }] }, done], {
      tools: { slack_post, clock },
      inputProcessors: [new ToolcribProcessor()],
    });
    await agent.generate("Go.", { maxSteps: 1, toolChoice: { type: "tool", toolName: "clock" } });

    expect(sentNames(provider)).toEqual([["find_tools", "clock"]]);
  });

  it("leaves the tools alone in a step that may not search, apart from hidden ones", async () => {
    const { agent, provider } = setUp([post, done], {
      tools: { slack_post, clock },
      inputProcessors: [new ToolcribProcessor({ policy: [{ action: "hide", name: "clock" }] })],
    });
    await agent.generate("Go.", { maxSteps: 5, activeTools: ["slack_post", "clock"] });

    expect(sentNames(provider)).toEqual([["slack_post"], ["slack_post"]]);
    expect(provider.requests[0]?.text).not.toContain("find_tools");
  });

  it("keeps the list of tools with the bridge, and adds only the tool that a request forces", async () => {
    ran.length = 0;
    const { agent, provider } = setUp([find("send a message"), post, post, done], {
      tools: { slack_post, clock },
      inputProcessors: [new ToolcribProcessor({ loader: "bridge", eager: ["clock"] })],
    });
    const { messages } = await agent.generate("Go.", { maxSteps: 2 });
    const toolChoice = { type: "tool", toolName: "slack_post" } as const;
    await agent.generate([...messages, { role: "user", content: "Again." }] as never, { maxSteps: 1, toolChoice });

    const fixed = ["clock", "find_tools", "call_tool"];
    expect(sentNames(provider)).toEqual([fixed, fixed, [...fixed, "slack_post"]]);
    expect(provider.rejected).toEqual([]);
    expect(ran).toEqual([{ text: "Hi." }, { text: "Hi." }]);
  });

  it("streams the real call with the bridge, from the moment its name is known", async () => {
    const { agent } = setUp([find("send a message"), post, done], {
      tools: { slack_post, clock },
      inputProcessors: [new ToolcribProcessor({ loader: "bridge" })],
    });
    const { fullStream } = await agent.stream("Go.", { maxSteps: 5 });
    const names: string[] = [];
    for await (const chunk of fullStream) {
      if (chunk.type === "tool-call" || chunk.type === "tool-call-input-streaming-start") {
        names.push(`${chunk.type} ${chunk.payload.toolName}`);
      }
    }

    expect(names).toContain("tool-call-input-streaming-start slack_post");
    expect(names).toContain("tool-call slack_post");
    expect(names.join()).not.toContain("call_tool");
  });

  it("follows tools that come with a request", async () => {
    const { agent, provider } = setUp([done, done], { tools: { clock }, inputProcessors: [new ToolcribProcessor()] });
    await agent.generate("Go.");
    await agent.generate("Go.", { toolsets: { slack: { slack_post } } });

    expect(provider.requests[0]?.text).toContain("1 in all");
    expect(provider.requests[1]?.text).toContain("2 in all");
  });

  it("rejects an agent that has it twice", async () => {
    const { agent } = setUp([done], {
      tools: { clock },
      inputProcessors: [new ToolcribProcessor(), new ToolcribProcessor()],
    });

    await expect(agent.generate("Go.")).rejects.toThrow(/applied twice/);
  });

  it("rejects bad options, and a tool with the name of the search tool", async () => {
    expect(() => new ToolcribProcessor({ policy: [{ action: "remove", name: "a" }] } as never)).toThrow(/one of pin/);
    expect(() => new ToolcribProcessor({ loader: "native" } as never)).toThrow(/expected one of append, bridge/);
    const { agent } = setUp([done], {
      tools: { clock },
      inputProcessors: [new ToolcribProcessor({ searchToolName: "clock" })],
    });

    await expect(agent.generate("Go.")).rejects.toThrow(/already include one named clock/);
  });
});
