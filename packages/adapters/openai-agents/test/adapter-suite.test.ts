import {
  Agent,
  type AgentInputItem,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  Runner,
  tool,
  user,
} from "@openai/agents";
import OpenAI from "openai";
import { describe, it } from "vitest";
import { type AgentSetup, adapterSuite, type Agent as SuiteAgent } from "../../suite/adapter-suite.ts";
import type { Wire } from "../../suite/strict-provider.ts";
import { createToolcrib, type LoaderName } from "../src/index.ts";

function createSdkAgent(wire: Wire, loader: LoaderName, setup: AgentSetup): SuiteAgent {
  const client = new OpenAI({ apiKey: "none", maxRetries: 0, fetch: setup.fetch as typeof fetch });
  const model =
    wire === "responses"
      ? new OpenAIResponsesModel(client, "gpt-6.1-sol")
      : new OpenAIChatCompletionsModel(client, "gpt-5.4");
  const given = setup.tools.map(({ name, description, inputSchema, execute }) =>
    tool({
      name,
      description,
      parameters: inputSchema as never,
      strict: true,
      execute: (input) => execute(input as Record<string, string>),
    }),
  );
  const { tools, wrapModel } = createToolcrib(given, { ...setup.options, loader });
  const agent = new Agent({ name: "Assistant", tools, model: wrapModel(model), modelSettings: { store: false } });
  const runner = new Runner({ tracingDisabled: true });
  return {
    async run(history, text, { stream = false, signal } = {}) {
      const input = [...(history as AgentInputItem[]), user(text)];
      const options = signal === undefined ? {} : { signal };
      if (!stream) {
        const result = await runner.run(agent, input, options);
        return { text: result.finalOutput ?? "", history: result.history };
      }
      const result = await runner.run(agent, input, { ...options, stream: true });
      await result.completed;
      return { text: result.finalOutput ?? "", history: result.history };
    },
  };
}

describe.each([
  ["client tool search on Responses", "responses", "client-search", true],
  ["Chat Completions", "chat", "append", false],
  ["Chat Completions with the bridge", "chat", "bridge", true],
] as const)("the Agents SDK with %s", (_title, wire, loader, keepsPrefix) => {
  const suite = adapterSuite({
    wire,
    keepsPrefix,
    ...(loader === "client-search" ? { hasNotes: false } : {}),
    createAgent: (setup) => createSdkAgent(wire, loader, setup),
  });

  it.each(suite)("$title", ({ run }) => run());
});
