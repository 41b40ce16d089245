import {
  Agent,
  type AgentInputItem,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  Runner,
  setTraceProcessors,
  setTracingDisabled,
  tool,
  user,
} from "@openai/agents";
import OpenAI from "openai";
import { describe, it } from "vitest";
import { type AgentSetup, adapterSuite, type Agent as SuiteAgent } from "../../suite/adapter-suite.ts";
import { harnesses } from "../../suite/harnesses.ts";
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
      needsApproval: setup.approve?.includes(name) === true,
      execute: (input) => execute(input as Record<string, string>),
    }),
  );
  const { tools, wrapModel } = createToolcrib(given, { ...setup.options, loader });
  const agent = new Agent({ name: "Assistant", tools, model: wrapModel(model), modelSettings: { store: false } });
  const { onHook, onTrace } = setup;
  const runner = new Runner({ tracingDisabled: onTrace === undefined });
  runner.on("agent_tool_start", (_context, _agent, { name }, { toolCall }) => {
    onHook?.({ name, input: "arguments" in toolCall ? JSON.parse(toolCall.arguments ?? "{}") : undefined });
  });
  if (onTrace !== undefined) traceTools(onTrace);
  return {
    async run(history, text, { stream = false, signal } = {}) {
      const input = [...(history as AgentInputItem[]), user(text)];
      const options = signal === undefined ? {} : { signal };
      if (!stream) {
        const result = await runner.run(agent, input, options);
        const asked = result.interruptions.map((item) => ({
          name: item.name ?? "",
          input: JSON.parse(item.arguments ?? "{}") as unknown,
        }));
        return { text: result.finalOutput ?? "", history: result.history, asked };
      }
      const result = await runner.run(agent, input, { ...options, stream: true });
      await result.completed;
      signal?.throwIfAborted();
      return { text: result.finalOutput ?? "", history: result.history };
    },
  };
}

/** The SDK keeps one list of processors for the whole process, and traces nothing in tests unless tracing is turned on. */
function traceTools(onTrace: (name: string) => void): void {
  const ignore = () => Promise.resolve();
  setTracingDisabled(false);
  setTraceProcessors([
    {
      onTraceStart: ignore,
      onTraceEnd: ignore,
      onSpanStart: ignore,
      onSpanEnd: async ({ spanData }) => {
        if (spanData.type === "function") onTrace(spanData.name);
      },
      forceFlush: ignore,
      shutdown: ignore,
    },
  ]);
}

describe.each(harnesses["openai-agents"])("the Agents SDK with $title", (traits) => {
  const { wire, loader } = traits;
  const suite = adapterSuite({ ...traits, createAgent: (setup) => createSdkAgent(wire, loader, setup) });

  it.each(suite)("$title", ({ run }) => run());
});
