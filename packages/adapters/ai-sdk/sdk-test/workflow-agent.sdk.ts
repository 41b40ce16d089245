import { createAnthropic } from "@ai-sdk/anthropic";
import { WorkflowAgent } from "@ai-sdk/workflow";
import { isStepCount, jsonSchema, type ModelMessage, type ToolSet, tool, wrapLanguageModel } from "ai";
import { describe, it } from "vitest";
import { type Agent, type AgentSetup, adapterSuite } from "../../suite/adapter-suite.ts";
import { harnesses } from "../../suite/harnesses.ts";
import { createToolcrib } from "../src/index.ts";

function createWorkflowAgent({ tools: given, options, fetch, approve = [], onHook, onTrace }: AgentSetup): Agent {
  const entries = given.map(({ name, description, inputSchema, execute }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema<Record<string, string>>(inputSchema as object),
      needsApproval: approve.includes(name),
      execute: (input) => execute(input),
    }),
  ]);
  const { tools, middleware } = createToolcrib(Object.fromEntries(entries), options);
  const bare = createAnthropic({ apiKey: "none", fetch })("claude-sonnet-5-5");
  const model = wrapLanguageModel({ model: bare as never, middleware });
  const agent = new WorkflowAgent({
    model: model as never,
    tools: tools as ToolSet,
    stopWhen: isStepCount(10) as never,
    onToolExecutionStart: ({ toolCall }) => onHook?.({ name: toolCall.toolName, input: toolCall.input }),
    telemetry: { integrations: { onToolExecutionStart: ({ toolCall }) => onTrace?.(toolCall.toolName) } },
  });
  return {
    async run(history, text, { signal } = {}) {
      const messages: ModelMessage[] = [...(history as ModelMessage[]), { role: "user", content: text }];
      const result = await agent.stream({
        messages: messages as never,
        maxRetries: 0,
        ...(signal === undefined ? {} : { abortSignal: signal }),
      });
      signal?.throwIfAborted();
      const waiting = new Set(result.toolResults.map(({ toolCallId }) => toolCallId));
      const asked = result.toolCalls
        .filter(({ toolCallId }) => !waiting.has(toolCallId))
        .map(({ toolName: name, input }) => ({ name, input }));
      return { text: result.steps.at(-1)?.text ?? "", history: result.messages, asked };
    },
  };
}

describe.each(harnesses["ai-sdk"].slice(-1))("$title", (traits) => {
  const suite = adapterSuite({ ...traits, createAgent: createWorkflowAgent });

  it.each(suite)("$title", ({ run }) => run());
});
