import { createOpenAI } from "@ai-sdk/openai";
import { Agent } from "@mastra/core/agent";
import { ToolSearchProcessor } from "@mastra/core/processors";
import { createTool } from "@mastra/core/tools";
import { ToolcribProcessor } from "@toolcrib/mastra";
import type { FrameworkSystem } from "../tasks/run-tasks.ts";

type Mode = "all" | "own" | "own-loading" | "append" | "bridge";

export function mastra(title: string, mode: Mode): FrameworkSystem {
  const isOurs = mode === "append" || mode === "bridge";
  const searchTool = isOurs ? "find_tools" : "search_tools";
  return {
    framework: "Mastra",
    package: "@mastra/core",
    title: `${title}, OpenAI Responses`,
    wire: "responses",
    ...(mode === "all" ? {} : { search: (query) => ({ name: searchTool, input: { query } }) }),
    ...(mode === "own" ? { select: (toolName) => ({ name: "load_tool", input: { toolName } }) } : {}),
    createAgent({ tools: given, fetch }) {
      const entries = given.map(({ name, description, inputSchema, execute }) => [
        name,
        createTool({ id: name, description, inputSchema: inputSchema as never, execute: async () => execute({}) }),
      ]);
      const tools = Object.fromEntries(entries) as Record<string, ReturnType<typeof createTool>>;
      const own = () =>
        mode === "own"
          ? new ToolSearchProcessor({ tools: tools as never })
          : new ToolSearchProcessor({ tools: tools as never, storage: "context", search: { autoLoad: true } });
      const agent = new Agent({
        id: "assistant",
        name: "Assistant",
        instructions: "Be brief.",
        model: createOpenAI({ apiKey: "none", fetch })("gpt-6.1-sol") as never,
        ...(mode === "all" || isOurs ? { tools: tools as never } : {}),
        ...(mode === "all" ? {} : { inputProcessors: [isOurs ? new ToolcribProcessor({ loader: mode }) : own()] }),
      });
      return {
        async run(history, text) {
          const messages = [...history, { role: "user", content: text }];
          const result = await agent.generate(messages as never, { maxSteps: 10, modelSettings: { maxRetries: 0 } });
          return { text: result.text, history: result.messages };
        },
      };
    },
  };
}
