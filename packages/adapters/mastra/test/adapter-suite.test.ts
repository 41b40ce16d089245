import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { Agent, type AgentConfig } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { createToolcrib } from "@toolcrib/ai-sdk";
import { jsonSchema, tool, wrapLanguageModel } from "ai";
import { describe, it } from "vitest";
import { type AgentSetup, adapterSuite, type Agent as SuiteAgent } from "../../suite/adapter-suite.ts";
import { ToolcribProcessor } from "../src/index.ts";

function suiteAgent(config: Omit<AgentConfig, "id" | "name" | "instructions">): SuiteAgent {
  const agent = new Agent({ id: "assistant", name: "Assistant", instructions: "Be brief.", ...config } as AgentConfig);
  return {
    async run(history, text, { stream = false, signal } = {}) {
      const messages = [...history, { role: "user", content: text }] as never;
      const options = {
        maxSteps: 10,
        modelSettings: { maxRetries: 0 },
        ...(signal === undefined ? {} : { abortSignal: signal }),
      };
      const result = stream
        ? await (await agent.stream(messages, options)).getFullOutput()
        : await agent.generate(messages, options);
      signal?.throwIfAborted();
      // In the form that Mastra's memory stores, which keeps the steps apart.
      return { text: result.text, history: result.messages };
    },
  };
}

function withProcessor({ tools, options, fetch }: AgentSetup): SuiteAgent {
  const given = tools.map(({ name, description, inputSchema, execute }) => [
    name,
    createTool({
      id: name,
      description,
      inputSchema: inputSchema as never,
      execute: async (input) => execute(input as Record<string, string>),
    }),
  ]);
  return suiteAgent({
    // Its types are those of an older provider.
    model: createOpenAI({ apiKey: "none", fetch }).chat("gpt-5.4") as never,
    tools: Object.fromEntries(given),
    inputProcessors: [new ToolcribProcessor(options)],
  });
}

/** The middleware of `@toolcrib/ai-sdk`, which keeps the prompt cache: Mastra takes AI SDK models and tools. */
function withMiddleware({ tools: given, options, fetch }: AgentSetup): SuiteAgent {
  const set = given.map(({ name, description, inputSchema, execute }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema<Record<string, string>>(inputSchema as object),
      execute: (input) => execute(input),
    }),
  ]);
  const { tools, middleware } = createToolcrib(Object.fromEntries(set), options);
  const model = createAnthropic({ apiKey: "none", fetch })("claude-sonnet-5-5");
  return suiteAgent({ model: wrapLanguageModel({ model: model as never, middleware }) as never, tools });
}

describe("the processor on Chat Completions", () => {
  const suite = adapterSuite({ wire: "chat", keepsPrefix: false, createAgent: withProcessor });

  it.each(suite)("$title", ({ run }) => run());
});

describe("the AI SDK middleware in a Mastra agent on Anthropic", () => {
  const suite = adapterSuite({ wire: "messages", keepsPrefix: true, createAgent: withMiddleware });

  it.each(suite)("$title", ({ run }) => run());
});
