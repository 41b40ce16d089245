import type { BaseMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { toolcribMiddleware } from "@toolcrib/langchain";
import { createAgent } from "langchain";
import type { FrameworkSystem } from "../tasks/run-tasks.ts";

export function langchain(title: string, wire: "responses" | "chat", loader?: "append" | "bridge"): FrameworkSystem {
  return {
    framework: "LangChain",
    package: "langchain",
    title: `${title}, OpenAI ${wire === "chat" ? "Chat" : "Responses"}`,
    wire,
    ...(loader === undefined ? {} : { search: (query) => ({ name: "find_tools", input: { query } }) }),
    createAgent({ tools: given, fetch }) {
      const tools = given.map(({ name, description, inputSchema, execute }) =>
        tool(() => execute({}), { name, description, schema: inputSchema as never }),
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
