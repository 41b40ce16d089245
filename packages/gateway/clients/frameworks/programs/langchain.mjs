import { HumanMessage } from "@langchain/core/messages";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, providerStrategy, providerToolSearchMiddleware } from "langchain";
import { z } from "zod";

const systemPrompt = "You are an agent.";

export const conversations = {
  agent: async (options) => {
    const { tools, close } = await connect(options);
    const agent = createAgent({ model: modelOf(options), tools, systemPrompt });
    return { ask: asker(agent), close };
  },
  /** The model thinks. */
  thoughts: async (options) => {
    const { tools, close } = await connect(options);
    const agent = createAgent({ model: modelOf(options, { reasoning: { effort: "high" } }), tools, systemPrompt });
    return { ask: asker(agent), close };
  },
  ownThoughts: async (options) => {
    const { tools, close } = await connect(options);
    const model = modelOf(options, { reasoning: { effort: "high" }, zdrEnabled: true });
    return { ask: asker(createAgent({ model, tools, systemPrompt })), close };
  },
  /** Each turn ends with an object of a schema. */
  object: async (options) => {
    const { tools, close } = await connect(options);
    const responseFormat = providerStrategy(z.object({ answer: z.string() }));
    const agent = createAgent({ model: modelOf(options), tools, systemPrompt, responseFormat });
    return { ask: asker(agent), close };
  },
  /** The tools are deferred, and the API searches them. */
  hostedSearch: async (options) => {
    const { tools, close } = await connect(options);
    const middleware = [providerToolSearchMiddleware({ searchableTools: tools })];
    const agent = createAgent({ model: modelOf(options), tools, systemPrompt, middleware });
    return { ask: asker(agent), close };
  },
  /** A loop around a model with bound tools. */
  boundTools: async (options) => {
    const { tools, close } = await connect(options);
    const model = modelOf(options).bindTools(tools);
    const messages = [];
    const ask = async (prompt, isStreaming) => {
      messages.push(new HumanMessage(prompt));
      for (;;) {
        const message = isStreaming ? await joinChunks(model, messages) : await model.invoke(messages);
        messages.push(message);
        if (message.tool_calls.length === 0) return message.text;
        for (const call of message.tool_calls) {
          messages.push(await tools.find(({ name }) => name === call.name).invoke(call));
        }
      }
    };
    return { ask, close };
  },
};

async function connect({ servers }) {
  const client = new MultiServerMCPClient({
    mcpServers: Object.fromEntries(
      Object.entries(servers).map(([name, server]) => [name, { transport: "stdio", ...server }]),
    ),
    prefixToolNameWithServerName: true,
    additionalToolNamePrefix: "mcp",
  });
  return { tools: await client.getTools(), close: () => client.close() };
}

function modelOf({ url, model, api }, settings = {}) {
  return new ChatOpenAI({
    model,
    apiKey: "any-key",
    configuration: { baseURL: `${url}/v1` },
    useResponsesApi: api === "responses",
    maxRetries: 0,
    ...settings,
  });
}

function asker(agent) {
  let messages = [];
  return async (prompt, isStreaming) => {
    const input = { messages: [...messages, new HumanMessage(prompt)] };
    const state = isStreaming ? await lastState(agent, input) : await agent.invoke(input);
    messages = state.messages;
    const { structuredResponse: object } = state;
    return object === undefined ? messages.at(-1).text : JSON.stringify(object);
  };
}

async function lastState(agent, input) {
  let state;
  for await (const [mode, value] of await agent.stream(input, { streamMode: ["messages", "values"] })) {
    if (mode === "values") state = value;
  }
  return state;
}

async function joinChunks(model, messages) {
  let whole;
  for await (const chunk of await model.stream(messages)) whole = whole === undefined ? chunk : whole.concat(chunk);
  return whole;
}
