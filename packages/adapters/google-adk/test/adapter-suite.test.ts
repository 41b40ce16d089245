import { type Event, FunctionTool, Gemini, InMemorySessionService, LlmAgent, Runner, StreamingMode } from "@google/adk";
import { describe, it } from "vitest";
import { type Agent, type AgentSetup, adapterSuite } from "../../suite/adapter-suite.ts";
import { ToolcribToolset } from "../src/index.ts";
import { routeTo } from "./routed-fetch.ts";

const appName = "suite";
const userId = "ada";

function createAdkAgent({ tools: given, options, fetch }: AgentSetup): Agent {
  const tools = given.map(
    ({ name, description, inputSchema, execute }) =>
      new FunctionTool({
        name,
        description,
        parameters: inputSchema as never,
        execute: async (input: unknown) => ({ result: await execute(input as Record<string, string>) }),
      }),
  );
  const agent = new LlmAgent({
    name: "assistant",
    model: new Gemini({ model: "gemini-3-pro", apiKey: "none", headers: routeTo(fetch) }),
    instruction: "Be brief.",
    tools: [new ToolcribToolset(tools, options)],
  });
  return {
    async run(history, text, { stream = false, signal } = {}) {
      const sessionService = new InMemorySessionService();
      const runner = new Runner({ appName, agent, sessionService });
      const session = await sessionService.createSession({ appName, userId });
      for (const event of history as Event[])
        await sessionService.appendEvent({ session, event: structuredClone(event) });
      const { id: sessionId } = session;
      let answer = "";
      const running = runner.runAsync({
        userId,
        sessionId,
        newMessage: { role: "user", parts: [{ text }] },
        runConfig: { streamingMode: stream ? StreamingMode.SSE : StreamingMode.NONE },
        ...(signal === undefined ? {} : { abortSignal: signal }),
      });
      for await (const { content, partial, errorMessage } of running) {
        if (errorMessage !== undefined) throw new Error(errorMessage);
        if (partial !== true) answer = (content?.parts ?? []).map((part) => part.text ?? "").join("");
      }
      signal?.throwIfAborted();
      const after = await sessionService.getSession({ appName, userId, sessionId });
      return { text: answer, history: after?.events ?? [] };
    },
  };
}

describe("a toolset of the ADK on Gemini", () => {
  const suite = adapterSuite({ wire: "gemini", keepsPrefix: false, createAgent: createAdkAgent });

  it.each(suite)("$title", ({ run }) => run());
});
