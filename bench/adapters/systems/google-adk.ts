import {
  type Event,
  FunctionTool,
  Gemini,
  InMemorySessionService,
  LlmAgent,
  LogLevel,
  Runner,
  setLogLevel,
} from "@google/adk";
import { bridgeModel, ToolcribToolset } from "@toolcrib/google-adk";
import { routeTo } from "../../../packages/adapters/google-adk/test/routed-fetch.ts";
import type { FrameworkSystem } from "../tasks/run-tasks.ts";

const appName = "bench";
const userId = "ada";

export function googleAdk(title: string, loader?: "append" | "bridge"): FrameworkSystem {
  return {
    framework: "Google ADK",
    package: "@google/adk",
    title: `${title}, Gemini`,
    wire: "gemini",
    ...(loader === undefined ? {} : { search: (query) => ({ name: "find_tools", input: { query } }) }),
    createAgent({ tools: given, fetch }) {
      setLogLevel(LogLevel.ERROR);
      const tools = given.map(
        ({ name, description, inputSchema, execute }) =>
          new FunctionTool({
            name,
            description,
            parameters: inputSchema as never,
            execute: async () => ({ result: await execute({}) }),
          }),
      );
      const model = new Gemini({ model: "gemini-3-pro", apiKey: "none", headers: routeTo(fetch) });
      const agent = new LlmAgent({
        name: "assistant",
        model: loader === "bridge" ? bridgeModel(model) : model,
        tools: loader === undefined ? tools : [new ToolcribToolset(tools)],
      });
      const sessionService = new InMemorySessionService();
      const runner = new Runner({ appName, agent, sessionService });
      return {
        async run(history, text) {
          const session = await sessionService.createSession({ appName, userId });
          for (const event of history as Event[]) await sessionService.appendEvent({ session, event });
          const newMessage = { role: "user", parts: [{ text }] };
          let answer = "";
          for await (const { content } of runner.runAsync({ userId, sessionId: session.id, newMessage })) {
            answer = (content?.parts ?? []).map((part) => part.text ?? "").join("");
          }
          const after = await sessionService.getSession({ appName, userId, sessionId: session.id });
          return { text: answer, history: after?.events ?? [] };
        },
      };
    },
  };
}
