import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import type { BaseMessage } from "@langchain/core/messages";
import { tool as langchainTool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { Agent, type AgentInputItem, tool as agentsTool, OpenAIResponsesModel, Runner, user } from "@openai/agents";
import { createToolcrib, type LoaderName } from "@toolcrib/ai-sdk";
import { toolcribMiddleware } from "@toolcrib/langchain";
import { createToolcrib as createAgentsToolcrib } from "@toolcrib/openai-agents";
import {
  generateText,
  isStepCount,
  jsonSchema,
  type ModelMessage,
  type ToolSet,
  tool,
  toolSearch,
  wrapLanguageModel,
} from "ai";
import { createAgent } from "langchain";
import OpenAI from "openai";
import type { AgentSetup } from "../../packages/adapters/suite/adapter-suite.ts";
import type { FrameworkSystem } from "./run-tasks.ts";

type Setup = Omit<AgentSetup, "options">;

const sdkModels = {
  messages: (fetch: Setup["fetch"]) => createAnthropic({ apiKey: "none", fetch })("claude-sonnet-5-5"),
  responses: (fetch: Setup["fetch"]) => createOpenAI({ apiKey: "none", fetch })("gpt-6.1-sol"),
};

function aiSdk(title: string, wire: "messages" | "responses", mode: "all" | "own" | LoaderName): FrameworkSystem {
  return {
    framework: "AI SDK",
    package: "ai",
    title: `${title}, ${wire === "messages" ? "Anthropic" : "OpenAI Responses"}`,
    wire,
    ...(mode === "all" ? {} : { searchTool: mode === "own" ? "search" : "find_tools" }),
    createAgent({ tools: given, fetch }) {
      const set: ToolSet = Object.fromEntries(
        given.map(({ name, description, inputSchema, execute }) => [
          name,
          tool({
            description,
            inputSchema: jsonSchema(inputSchema as object),
            execute: () => execute({}),
            ...(mode === "own" ? { deferLoading: true } : {}),
          }),
        ]),
      );
      const crib = mode === "all" || mode === "own" ? undefined : createToolcrib(set, { loader: mode });
      const bare = sdkModels[wire](fetch);
      const model = crib === undefined ? bare : wrapLanguageModel({ model: bare, middleware: crib.middleware });
      const tools = crib?.tools ?? (mode === "own" ? { ...set, search: toolSearch() } : set);
      return {
        async run(history, text) {
          const messages: ModelMessage[] = [...(history as ModelMessage[]), { role: "user", content: text }];
          const result = await generateText({ model, tools, messages, stopWhen: isStepCount(10), maxRetries: 0 });
          return { text: result.text, history: [...messages, ...result.responseMessages] };
        },
      };
    },
  };
}

function langchain(title: string, wire: "responses" | "chat", loader?: "append" | "bridge"): FrameworkSystem {
  return {
    framework: "LangChain",
    package: "langchain",
    title: `${title}, OpenAI ${wire === "chat" ? "Chat" : "Responses"}`,
    wire,
    ...(loader === undefined ? {} : { searchTool: "find_tools" }),
    createAgent({ tools: given, fetch }) {
      const tools = given.map(({ name, description, inputSchema, execute }) =>
        langchainTool(() => execute({}), { name, description, schema: inputSchema as never }),
      );
      const model = new ChatOpenAI({
        model: "gpt-6.1-sol",
        apiKey: "none",
        maxRetries: 0,
        useResponsesApi: wire === "responses",
        supportsStrictToolCalling: false,
        configuration: { fetch: fetch as typeof globalThis.fetch },
      });
      const agent =
        loader === undefined
          ? createAgent({ model, tools })
          : createAgent({ model, middleware: [toolcribMiddleware(tools, { loader })] });
      return {
        async run(history, text) {
          const { messages } = await agent.invoke({
            messages: [...(history as BaseMessage[]), { role: "user", content: text }],
          } as never);
          return { text: messages.at(-1)?.text ?? "", history: messages };
        },
      };
    },
  };
}

function openAiAgents(title: string, isDeferred: boolean): FrameworkSystem {
  return {
    framework: "OpenAI Agents SDK",
    package: "@openai/agents",
    title: `${title}, OpenAI Responses`,
    wire: "responses",
    ...(isDeferred ? { searchTool: "find_tools" } : {}),
    createAgent({ tools: given, fetch }) {
      const client = new OpenAI({ apiKey: "none", maxRetries: 0, fetch: fetch as typeof globalThis.fetch });
      const bare = new OpenAIResponsesModel(client, "gpt-6.1-sol");
      const all = given.map(({ name, description, inputSchema, execute }) =>
        agentsTool({
          name,
          description,
          parameters: { additionalProperties: true, ...inputSchema } as never,
          strict: false,
          execute: () => execute({}),
        }),
      );
      const crib = isDeferred ? createAgentsToolcrib(all, { loader: "client-search" }) : undefined;
      const model = crib === undefined ? bare : crib.wrapModel(bare);
      const modelSettings = { store: false };
      const agent = new Agent({ name: "Assistant", tools: crib?.tools ?? all, model, modelSettings });
      const runner = new Runner({ tracingDisabled: true });
      return {
        async run(history, text) {
          const result = await runner.run(agent, [...(history as AgentInputItem[]), user(text)]);
          return { text: result.finalOutput ?? "", history: result.history };
        },
      };
    },
  };
}

export const frameworkSystems: readonly FrameworkSystem[] = [
  aiSdk("all tools", "messages", "all"),
  aiSdk("its own `toolSearch`", "messages", "own"),
  aiSdk("Toolcrib", "messages", "anthropic"),
  aiSdk("Toolcrib with the bridge", "messages", "bridge"),
  aiSdk("all tools", "responses", "all"),
  aiSdk("its own `toolSearch`", "responses", "own"),
  aiSdk("Toolcrib", "responses", "openai"),
  aiSdk("Toolcrib, appending", "responses", "append"),
  langchain("all tools", "responses"),
  langchain("Toolcrib, appending", "responses", "append"),
  langchain("Toolcrib with the bridge", "chat", "bridge"),
  openAiAgents("all tools", false),
  openAiAgents("Toolcrib, client search", true),
];
