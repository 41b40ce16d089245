import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { Mastra } from "@mastra/core";
import { Agent, type AgentConfig } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { createToolcrib } from "@toolcrib/ai-sdk";
import { jsonSchema, tool, wrapLanguageModel } from "ai";
import { describe, it } from "vitest";
import { type AgentSetup, adapterSuite, type Agent as SuiteAgent } from "../../suite/adapter-suite.ts";
import type { SeenCall } from "../../suite/harness.ts";
import { harnesses } from "../../suite/harnesses.ts";
import { type LoaderName, ToolcribProcessor } from "../src/index.ts";
import { recordSpans } from "./recorded-spans.ts";

type Config = Omit<AgentConfig, "id" | "name" | "instructions">;

function suiteAgent(config: Config, { approve = [], onHook, onTrace }: AgentSetup): SuiteAgent {
  const agent = new Agent({ id: "assistant", name: "Assistant", instructions: "Be brief.", ...config } as AgentConfig);
  const observability = recordSpans(({ type, entityId }) => (type === "tool_call" ? onTrace?.(entityId ?? "") : {}));
  // An agent of Mastra's is traced, and one that stands alone is not.
  if (onTrace !== undefined) new Mastra({ agents: { agent }, observability, logger: false });
  return {
    async run(history, text, { stream = false, signal } = {}) {
      const messages = [...history, { role: "user", content: text }] as never;
      const options = {
        maxSteps: 10,
        modelSettings: { maxRetries: 0 },
        hooks: {
          beforeToolCall: ({ toolName: name, input }: { readonly toolName: string; readonly input: unknown }) =>
            onHook?.({ name, input }),
        },
        ...(signal === undefined ? {} : { abortSignal: signal }),
      };
      if (approve.length > 0) {
        const asked: SeenCall[] = [];
        const { fullStream } = await agent.stream(messages, options);
        for await (const chunk of fullStream) {
          if (chunk.type !== "tool-call-approval") continue;
          asked.push({ name: chunk.payload.toolName, input: chunk.payload.args });
        }
        return { text: "", history, asked };
      }
      const result = stream
        ? await (await agent.stream(messages, options)).getFullOutput()
        : await agent.generate(messages, options);
      signal?.throwIfAborted();
      // In the form that Mastra's memory stores, which keeps the steps apart.
      return { text: result.text, history: result.messages };
    },
  };
}

function withProcessor(setup: AgentSetup, loader?: LoaderName): SuiteAgent {
  const { tools, options, fetch, approve } = setup;
  const given = tools.map(({ name, description, inputSchema, execute }) => [
    name,
    createTool({
      id: name,
      description,
      inputSchema: inputSchema as never,
      requireApproval: approve?.includes(name) === true,
      execute: async (input) => execute(input as Record<string, string>),
    }),
  ]);
  // Its types are those of an older provider.
  const model = createOpenAI({ apiKey: "none", fetch }).chat("gpt-5.4") as never;
  const inputProcessors = [new ToolcribProcessor({ ...options, ...(loader && { loader }) })];
  return suiteAgent({ model, tools: Object.fromEntries(given), inputProcessors }, setup);
}

/** The middleware of `@toolcrib/ai-sdk`, which keeps the prompt cache: Mastra takes AI SDK models and tools. */
function withMiddleware(setup: AgentSetup): SuiteAgent {
  const { tools: given, options, fetch, approve } = setup;
  const set = given.map(({ name, description, inputSchema, execute }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema<Record<string, string>>(inputSchema as object),
      needsApproval: approve?.includes(name) === true,
      execute: (input) => execute(input),
    }),
  ]);
  const { tools, middleware } = createToolcrib(Object.fromEntries(set), options);
  const model = createAnthropic({ apiKey: "none", fetch })("claude-sonnet-5-5");
  return suiteAgent({ model: wrapLanguageModel({ model: model as never, middleware }) as never, tools }, setup);
}

describe.each(harnesses.mastra)("$title", (traits) => {
  const createAgent = (setup: AgentSetup) =>
    traits.wire === "chat" ? withProcessor(setup, traits.loader) : withMiddleware(setup);
  const suite = adapterSuite({ ...traits, createAgent });

  it.each(suite)("$title", ({ run }) => run());
});
