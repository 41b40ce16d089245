import { Agent, type AgentInputItem, OpenAIResponsesModel, Runner, tool, user } from "@openai/agents";
import { createToolcrib } from "@toolcrib/openai-agents";
import OpenAI from "openai";
import type { FrameworkSystem } from "../tasks/run-tasks.ts";

export function openAiAgents(title: string, isDeferred: boolean): FrameworkSystem {
  return {
    framework: "OpenAI Agents SDK",
    package: "@openai/agents",
    title: `${title}, OpenAI Responses`,
    wire: "responses",
    ...(isDeferred ? { search: (query) => ({ name: "find_tools", input: { query } }) } : {}),
    createAgent({ tools: given, fetch }) {
      const client = new OpenAI({ apiKey: "none", maxRetries: 0, fetch: fetch as typeof globalThis.fetch });
      const bare = new OpenAIResponsesModel(client, "gpt-6.1-sol");
      const all = given.map(({ name, description, inputSchema, execute }) =>
        tool({
          name,
          description,
          parameters: { additionalProperties: true, ...inputSchema } as never,
          strict: false,
          execute: () => execute({}),
        }),
      );
      const crib = isDeferred ? createToolcrib(all, { loader: "client-search" }) : undefined;
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
