import type { BaseMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, createMiddleware, HumanMessage, ToolMessage } from "langchain";
import { describe, it } from "vitest";
import { type Agent, type AgentSetup, adapterSuite } from "../../suite/adapter-suite.ts";
import type { Wire } from "../../suite/strict-provider.ts";
import { type LoaderName, toolcribMiddleware } from "../src/index.ts";

/** As LangChain's guide has it: without it, an error ends the run. */
const toolErrors = createMiddleware({
  name: "ToolErrors",
  wrapToolCall: async (request, handler) => {
    try {
      return await handler(request);
    } catch (error) {
      return new ToolMessage({ content: String(error), tool_call_id: request.toolCall.id ?? "" });
    }
  },
});

function createLangChainAgent(wire: Wire, loader: LoaderName, setup: AgentSetup): Agent {
  const model = new ChatOpenAI({
    model: wire === "responses" ? "gpt-6.1-sol" : "gpt-5.4",
    apiKey: "none",
    maxRetries: 0,
    useResponsesApi: wire === "responses",
    // The Responses API takes schemas for strict ones otherwise.
    supportsStrictToolCalling: false,
    configuration: { fetch: setup.fetch as typeof fetch },
  });
  const tools = setup.tools.map(({ name, description, inputSchema, execute }) =>
    tool((input) => execute(input as Record<string, string>), { name, description, schema: inputSchema as never }),
  );
  const agent = createAgent({
    model,
    middleware: [toolErrors, toolcribMiddleware(tools, { ...setup.options, loader })],
  });
  const result = (messages: readonly BaseMessage[]) => ({ text: messages.at(-1)?.text ?? "", history: messages });
  return {
    async run(history, text, { stream = false, signal } = {}) {
      const input = { messages: [...(history as BaseMessage[]), new HumanMessage(text)] };
      const config = signal === undefined ? {} : { signal };
      if (!stream) return result((await agent.invoke(input, config)).messages);
      let messages: readonly BaseMessage[] = [];
      for await (const [mode, chunk] of await agent.stream(input, { ...config, streamMode: ["messages", "values"] })) {
        if (mode === "values") ({ messages } = chunk as { messages: BaseMessage[] });
      }
      return result(messages);
    },
  };
}

describe.each([
  ["Chat Completions", "chat", "append", false],
  ["Chat Completions with the bridge", "chat", "bridge", true],
  ["Responses", "responses", "append", false],
] as const)("createAgent on %s", (_title, wire, loader, keepsPrefix) => {
  const suite = adapterSuite({
    wire,
    keepsPrefix,
    createAgent: (setup) => createLangChainAgent(wire, loader, setup),
  });

  it.each(suite)("$title", ({ run }) => run());
});
