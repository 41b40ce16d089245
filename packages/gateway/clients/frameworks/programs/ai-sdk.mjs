import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioTransport } from "@ai-sdk/mcp/mcp-stdio";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, isStepCount, Output, streamText } from "ai";
import { z } from "zod";
import { searchParameters, searchTools } from "./search.mjs";

const maxSteps = 8;

export const conversations = {
  tools: async (options) => {
    const { tools, close } = await connect(options);
    return { ask: asker(options, tools), close };
  },
  /** The model thinks, and the API keeps its thoughts. */
  thoughts: async (options) => {
    const { tools, close } = await connect(options);
    const openai = { forceReasoning: true, reasoningEffort: "high", reasoningSummary: "auto" };
    return { ask: asker(options, tools, { providerOptions: { openai } }), close };
  },
  /** The model thinks, and the client keeps its thoughts. */
  ownThoughts: async (options) => {
    const { tools, close } = await connect(options);
    const openai = {
      forceReasoning: true,
      reasoningEffort: "high",
      store: false,
      include: ["reasoning.encrypted_content"],
    };
    return { ask: asker(options, tools, { providerOptions: { openai } }), close };
  },
  /** Each turn ends with an object of a schema. */
  object: async (options) => {
    const { tools, close } = await connect(options);
    const output = Output.object({ schema: z.object({ answer: z.string() }) });
    return { ask: asker(options, tools, { output }), close };
  },
  /** The tools are deferred, and the API searches them. */
  hostedSearch: async (options) => {
    const { tools, close } = await connect(options);
    const deferred = mapValues(tools, (tool) => ({ ...tool, providerOptions: { openai: { deferLoading: true } } }));
    const search = providerOf(options).tools.toolSearch();
    return { ask: asker(options, { ...deferred, tool_search: search }), close };
  },
  /** The tools are in no request until this program's own search finds them. */
  clientSearch: async (options) => {
    const { tools, definitions, close } = await connect(options);
    const hidden = mapValues(tools, (tool) => ({
      ...tool,
      providerOptions: { openai: { omitFromRequestTools: true } },
    }));
    const search = providerOf(options).tools.toolSearch({
      execution: "client",
      description: "Finds tools.",
      parameters: searchParameters,
      execute: ({ arguments: { query } }) => ({ tools: searchTools(query, definitions).map(wireDefinition) }),
    });
    return { ask: asker(options, { ...hidden, tool_search: search }), close };
  },
};

async function connect({ servers }) {
  const clients = await Promise.all(
    Object.values(servers).map((server) => createMCPClient({ transport: new StdioTransport(server) })),
  );
  const tools = await Promise.all(clients.map((client) => client.tools()));
  const lists = await Promise.all(clients.map((client) => client.listTools()));
  return {
    tools: Object.assign({}, ...tools),
    definitions: lists.flatMap((list) => list.tools),
    close: () => Promise.all(clients.map((client) => client.close())),
  };
}

function providerOf({ url }) {
  return createOpenAI({ baseURL: `${url}/v1`, apiKey: "any-key" });
}

function asker({ url, model, api }, tools, settings = {}) {
  const messages = [];
  const request = {
    model: providerOf({ url })[api](model),
    tools,
    ...settings,
    stopWhen: isStepCount(maxSteps),
    maxRetries: 0,
  };
  return async (prompt, isStreaming) => {
    messages.push({ role: "user", content: prompt });
    const failures = [];
    const onError = ({ error }) => failures.push(error);
    const result = isStreaming
      ? streamText({ ...request, messages, onError })
      : await generateText({ ...request, messages });
    const text = await result.text;
    if (failures.length > 0) throw failures[0];
    messages.push(...(await result.responseMessages));
    return settings.output === undefined ? text : JSON.stringify(await result.output);
  };
}

function wireDefinition({ name, description, inputSchema }) {
  return { type: "function", name, description, parameters: inputSchema, strict: false, defer_loading: true };
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
