import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createToolcrib, type LoaderName } from "@toolcrib/ai-sdk";
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
import type { AgentSetup } from "../../../packages/adapters/suite/adapter-suite.ts";
import type { FrameworkSystem } from "../tasks/run-tasks.ts";

type Fetch = AgentSetup["fetch"];

const models = {
  messages: (fetch: Fetch) => createAnthropic({ apiKey: "none", fetch })("claude-sonnet-5-5"),
  responses: (fetch: Fetch) => createOpenAI({ apiKey: "none", fetch })("gpt-6.1-sol"),
};

export function aiSdk(
  title: string,
  wire: "messages" | "responses",
  mode: "all" | "own" | LoaderName,
): FrameworkSystem {
  const searchTool = mode === "own" ? "search" : "find_tools";
  return {
    framework: "AI SDK",
    package: "ai",
    title: `${title}, ${wire === "messages" ? "Anthropic" : "OpenAI Responses"}`,
    wire,
    ...(mode === "all" ? {} : { search: (query) => ({ name: searchTool, input: { query } }) }),
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
      const bare = models[wire](fetch);
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
