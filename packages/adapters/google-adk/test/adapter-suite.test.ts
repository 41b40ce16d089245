import {
  type Event,
  FunctionTool,
  Gemini,
  InMemorySessionService,
  LlmAgent,
  REQUEST_CONFIRMATION_FUNCTION_CALL_NAME,
  Runner,
  StreamingMode,
} from "@google/adk";
import type { Span, Tracer } from "@opentelemetry/api";
import { describe, it, vi } from "vitest";
import { type Agent, type AgentSetup, adapterSuite } from "../../suite/adapter-suite.ts";
import type { SeenCall } from "../../suite/harness.ts";
import { harnesses } from "../../suite/harnesses.ts";
import { bridgeModel, ToolcribToolset } from "../src/index.ts";
import { routeTo } from "./routed-fetch.ts";

/** The ADK takes the tracer of OpenTelemetry while it is loaded, so ours has to be there before. */
const spans = await vi.hoisted(async () => {
  const { trace } = await import("@opentelemetry/api");
  const watched: { onTrace?: ((name: string) => void) | undefined } = {};
  const startSpan = (name: string): Span => {
    const [, tool] = /^execute_tool (.+)$/.exec(name) ?? [];
    if (tool !== undefined) watched.onTrace?.(tool);
    return trace.wrapSpanContext({ traceId: "1".repeat(32), spanId: "1".repeat(16), traceFlags: 1 });
  };
  const tracer: Tracer = {
    startSpan,
    startActiveSpan: (name: string, ...rest: unknown[]) => (rest.at(-1) as (span: Span) => never)(startSpan(name)),
  };
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  return watched;
});

const appName = "suite";
const userId = "ada";

interface FunctionCall {
  readonly name: string;
  readonly args: unknown;
}

function createAdkAgent(setup: AgentSetup, hasBridge: boolean): Agent {
  const { tools: given, options, fetch, approve = [], onHook, onTrace } = setup;
  spans.onTrace = onTrace;
  const tools = given.map(
    ({ name, description, inputSchema, execute }) =>
      new FunctionTool({
        name,
        description,
        parameters: inputSchema as never,
        requireConfirmation: approve.includes(name),
        execute: async (input: unknown) => ({ result: await execute(input as Record<string, string>) }),
      }),
  );
  const model = new Gemini({ model: "gemini-3-pro", apiKey: "none", headers: routeTo(fetch) });
  const agent = new LlmAgent({
    name: "assistant",
    model: hasBridge ? bridgeModel(model) : model,
    instruction: "Be brief.",
    tools: [new ToolcribToolset(tools, options)],
    beforeToolCallback: ({ tool: { name }, args: input }) => {
      onHook?.({ name, input });
      return undefined;
    },
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
      const asked: SeenCall[] = [];
      for await (const { content, partial, errorMessage } of running) {
        if (errorMessage !== undefined) throw new Error(errorMessage);
        for (const { functionCall } of content?.parts ?? []) {
          if (functionCall?.name !== REQUEST_CONFIRMATION_FUNCTION_CALL_NAME) continue;
          const { originalFunctionCall: original } = functionCall.args as { originalFunctionCall: FunctionCall };
          asked.push({ name: original.name, input: original.args });
        }
        if (partial !== true) answer = (content?.parts ?? []).map((part) => part.text ?? "").join("");
      }
      signal?.throwIfAborted();
      const after = await sessionService.getSession({ appName, userId, sessionId });
      return { text: answer, history: after?.events ?? [], asked };
    },
  };
}

describe.each(harnesses["google-adk"])("$title", (traits) => {
  const createAgent = (setup: AgentSetup) => createAdkAgent(setup, traits.keepsPrefix);
  const suite = adapterSuite({ ...traits, createAgent });

  it.each(suite)("$title", ({ run }) => run());
});
