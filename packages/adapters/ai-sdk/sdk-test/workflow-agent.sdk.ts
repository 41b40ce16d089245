import { createAnthropic } from "@ai-sdk/anthropic";
import { WorkflowAgent } from "@ai-sdk/workflow";
import { isStepCount, jsonSchema, type ModelMessage, tool, wrapLanguageModel } from "ai";
import { describe, it } from "vitest";
import { type Agent, type AgentSetup, adapterSuite } from "../../suite/adapter-suite.ts";
import { createToolcrib } from "../src/index.ts";

function createWorkflowAgent({ tools: given, options, fetch }: AgentSetup): Agent {
  const entries = given.map(({ name, description, inputSchema, execute }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema<Record<string, string>>(inputSchema as object),
      execute: (input) => execute(input),
    }),
  ]);
  const { tools, middleware } = createToolcrib(Object.fromEntries(entries), options);
  const bare = createAnthropic({ apiKey: "none", fetch })("claude-sonnet-5-5");
  const model = wrapLanguageModel({ model: bare as never, middleware });
  const agent = new WorkflowAgent({ model: model as never, tools: tools as never, stopWhen: isStepCount(10) as never });
  return {
    async run(history, text, { signal } = {}) {
      const messages: ModelMessage[] = [...(history as ModelMessage[]), { role: "user", content: text }];
      const result = await agent.stream({
        messages: messages as never,
        maxRetries: 0,
        ...(signal === undefined ? {} : { abortSignal: signal }),
      });
      signal?.throwIfAborted();
      return { text: result.steps.at(-1)?.text ?? "", history: result.messages };
    },
  };
}

describe("WorkflowAgent on Anthropic", () => {
  const suite = adapterSuite({ wire: "messages", keepsPrefix: true, createAgent: createWorkflowAgent });

  it.each(suite)("$title", ({ run }) => run());
});
