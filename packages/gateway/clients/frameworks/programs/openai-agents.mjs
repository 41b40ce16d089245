import {
  Agent,
  getAllMcpTools,
  hostedMcpTool,
  MCPServerStdio,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  RunContext,
  run,
  setTracingDisabled,
  toolNamespace,
  toolSearchTool,
  user,
} from "@openai/agents";
import OpenAI from "openai";
import { z } from "zod";
import { searchParameters, searchTools } from "./search.mjs";

setTracingDisabled(true);

export const conversations = {
  /** Function tools, which the SDK makes from MCP servers. */
  tools: async (options) => {
    const { servers, close } = await connect(options);
    return { ask: asker({ mcpServers: servers }, options), close };
  },
  /** The model thinks. */
  thoughts: async (options) => {
    const { servers, close } = await connect(options);
    const modelSettings = { reasoning: { effort: "high", summary: "auto" } };
    return { ask: asker({ mcpServers: servers, modelSettings }, options), close };
  },
  ownThoughts: async (options) => {
    const { servers, close } = await connect(options);
    const providerData = { include: ["reasoning.encrypted_content"] };
    const modelSettings = { reasoning: { effort: "high" }, store: false, providerData };
    return { ask: asker({ mcpServers: servers, modelSettings }, options), close };
  },
  /** Each turn ends with an object of a schema. */
  object: async (options) => {
    const { servers, close } = await connect(options);
    const outputType = z.object({ answer: z.string() });
    return { ask: asker({ mcpServers: servers, outputType }, options), close };
  },
  /** Deferred functions in a namespace for each server, which the API searches. */
  hostedSearch: (options) => searching(toolSearchTool(), options),
  /** The same, which this program searches. */
  clientSearch: (options) =>
    searching(
      toolSearchTool({
        execution: "client",
        description: "Finds tools.",
        parameters: searchParameters,
        execute: ({ toolCall, availableTools }) =>
          searchTools(
            toolCall.arguments.query,
            availableTools.filter(({ type }) => type === "function"),
          ),
      }),
      options,
    ),
  /** The same with the SDK's own search, by name. */
  searchByName: (options) => searching(toolSearchTool({ execution: "client" }), options),
  /** An MCP server that the API calls. */
  hostedMcp: async (options) => ({
    ask: asker({ tools: [remoteTools(options, { requireApproval: "never" })] }, options),
    close: async () => {},
  }),
  hostedMcpWithApproval: async (options) => {
    const approval = { requireApproval: "always", onApproval: async () => ({ approve: true }) };
    return { ask: asker({ tools: [remoteTools(options, approval)] }, options), close: async () => {} };
  },
  /** Its tools are deferred, and the API searches them. */
  deferredHostedMcp: async (options) => {
    const deferred = remoteTools(options, { requireApproval: "never", deferLoading: true });
    return { ask: asker({ tools: [deferred, toolSearchTool()] }, options), close: async () => {} };
  },
};

async function searching(search, options) {
  const { servers, close } = await connect(options);
  return { ask: asker({ tools: [...(await deferredNamespaces(servers)), search] }, options), close };
}

async function connect({ servers: given }) {
  const servers = Object.entries(given).map(
    ([name, server]) => new MCPServerStdio({ name, ...server, cacheToolsList: true }),
  );
  await Promise.all(servers.map((server) => server.connect()));
  return { servers, close: () => Promise.all(servers.map((server) => server.close())) };
}

async function deferredNamespaces(servers) {
  const namespaces = servers.map(async (server) => {
    const tools = await getAllMcpTools([server], new RunContext(), new Agent({ name: "Agent" }), false);
    const deferred = tools.map((tool) => ({ ...tool, deferLoading: true }));
    return toolNamespace({ name: server.name, description: `Tools of ${server.name}.`, tools: deferred });
  });
  return (await Promise.all(namespaces)).flat();
}

function remoteTools({ remoteServer }, fields) {
  const serverDescription = "Tools for trying things out.";
  return hostedMcpTool({ serverLabel: remoteServer.name, serverUrl: remoteServer.url, serverDescription, ...fields });
}

function asker(fields, { url, model, api }) {
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "any-key", maxRetries: 0 });
  const Model = api === "chat" ? OpenAIChatCompletionsModel : OpenAIResponsesModel;
  const agent = new Agent({
    name: "Agent",
    instructions: "You are an agent.",
    model: new Model(client, model),
    ...fields,
  });
  let history = [];
  return async (prompt, isStreaming) => {
    const input = [...history, user(prompt)];
    const result = isStreaming ? await run(agent, input, { stream: true }) : await run(agent, input);
    if (isStreaming) await result.completed;
    history = result.history;
    const { finalOutput } = result;
    return typeof finalOutput === "string" ? finalOutput : JSON.stringify(finalOutput);
  };
}
