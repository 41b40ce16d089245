import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { BaseMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { MemorySaver } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, createMiddleware, type HITLRequest, HumanMessage, humanInTheLoopMiddleware } from "langchain";
import { describe, it } from "vitest";
import { type Agent, type AgentSetup, adapterSuite } from "../../suite/adapter-suite.ts";
import { harnesses } from "../../suite/harnesses.ts";
import type { Wire } from "../../suite/strict-provider.ts";
import { type LoaderName, toolcribMiddleware } from "../src/index.ts";

type ToolStart = NonNullable<BaseCallbackHandler["handleToolStart"]>;

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
  const { approve = [], onHook, onTrace } = setup;
  // Only where it is needed: with a `wrapToolCall`, LangChain does not tell the model about errors of tools.
  const observer = createMiddleware({
    name: "Observer",
    ...(onHook === undefined
      ? {}
      : {
          wrapToolCall: (request, handler) => {
            onHook({ name: request.toolCall.name, input: request.toolCall.args });
            return handler(request);
          },
        }),
  });
  const approvals = humanInTheLoopMiddleware({ interruptOn: Object.fromEntries(approve.map((name) => [name, true])) });
  const agent = createAgent({
    model,
    middleware: [toolcribMiddleware(tools, { ...setup.options, loader }), observer, approvals],
    checkpointer: new MemorySaver(),
  });
  let threads = 0;
  const result = (messages: readonly BaseMessage[]) => ({ text: messages.at(-1)?.text ?? "", history: messages });
  return {
    async run(history, text, { stream = false, signal } = {}) {
      const input = { messages: [...(history as BaseMessage[]), new HumanMessage(text)] };
      threads += 1;
      const config = {
        configurable: { thread_id: String(threads) },
        callbacks: [{ handleToolStart: (...[, , , , , , name]: Parameters<ToolStart>) => onTrace?.(name ?? "") }],
        ...(signal === undefined ? {} : { signal }),
      };
      if (!stream) {
        const state = await agent.invoke(input, config);
        const requests = (state.__interrupt__ ?? []).flatMap(
          ({ value }) => (value as HITLRequest | undefined)?.actionRequests ?? [],
        );
        const asked = requests.map(({ name, args }) => ({ name, input: args }));
        return { ...result(state.messages), asked };
      }
      let messages: readonly BaseMessage[] = [];
      for await (const [mode, chunk] of await agent.stream(input, { ...config, streamMode: ["messages", "values"] })) {
        if (mode === "values") ({ messages } = chunk as { messages: BaseMessage[] });
      }
      return result(messages);
    },
  };
}

describe.each(harnesses.langchain)("$title", (traits) => {
  const { wire, loader } = traits;
  const suite = adapterSuite({ ...traits, createAgent: (setup) => createLangChainAgent(wire, loader, setup) });

  it.each(suite)("$title", ({ run }) => run());
});
