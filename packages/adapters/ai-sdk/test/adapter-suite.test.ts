import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  generateText,
  isStepCount,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  streamText,
  ToolLoopAgent,
  type ToolSet,
  tool,
  wrapLanguageModel,
} from "ai";
import { describe, it } from "vitest";
import { type Agent, type AgentSetup, adapterSuite } from "../../suite/adapter-suite.ts";
import { harnesses } from "../../suite/harnesses.ts";
import type { Wire } from "../../suite/strict-provider.ts";
import type { SuiteTool } from "../../suite/suite-tools.ts";
import { createToolcrib, type LoaderName } from "../src/index.ts";

type Fetch = AgentSetup["fetch"];

type SdkWire = Exclude<Wire, "gemini">;

interface ToolStart {
  readonly toolCall: { readonly toolName: string; readonly input: unknown };
}

const models: Readonly<Record<SdkWire, (fetch: Fetch) => Exclude<LanguageModel, string>>> = {
  messages: (fetch) => createAnthropic({ apiKey: "none", fetch })("claude-sonnet-5-5"),
  responses: (fetch) => createOpenAI({ apiKey: "none", fetch })("gpt-6.1-sol"),
  chat: (fetch) => createOpenAI({ apiKey: "none", fetch }).chat("gpt-5.4"),
  kimi: (fetch) =>
    createOpenAICompatible({ name: "moonshot", baseURL: "http://kimi/v1", apiKey: "none", fetch })("kimi-k3.1"),
};

const toolSet = (tools: readonly SuiteTool[], approve: readonly string[] = []): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, inputSchema, execute }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema<Record<string, string>>(inputSchema as object),
        needsApproval: approve.includes(name),
        execute: (input) => execute(input),
      }),
    ]),
  );

function createAgent(wire: SdkWire, loader: LoaderName | undefined, isLoop: boolean, setup: AgentSetup): Agent {
  const options = { ...setup.options, ...(loader === undefined ? {} : { loader }) };
  const { tools, middleware } = createToolcrib(toolSet(setup.tools, setup.approve), options);
  const model = wrapLanguageModel({ model: models[wire](setup.fetch) as never, middleware });
  const { onHook, onTrace } = setup;
  const watched = {
    onToolExecutionStart: ({ toolCall: { toolName: name, input } }: ToolStart) => onHook?.({ name, input }),
    telemetry: {
      integrations: { onToolExecutionStart: ({ toolCall: { toolName } }: ToolStart) => onTrace?.(toolName) },
    },
  };
  const agent = new ToolLoopAgent({ model, tools, stopWhen: isStepCount(10), maxRetries: 0, ...watched });
  return {
    async run(history, text, { stream = false, signal } = {}) {
      const messages: ModelMessage[] = [...(history as ModelMessage[]), { role: "user", content: text }];
      const given = { messages, ...(signal === undefined ? {} : { abortSignal: signal }) };
      const call = { ...given, model, tools, stopWhen: isStepCount(10), maxRetries: 0, ...watched };
      if (!stream) {
        const result = await (isLoop ? agent.generate(given) : generateText(call));
        const asked = result.content.flatMap((part) =>
          part.type === "tool-approval-request"
            ? [{ name: part.toolCall.toolName, input: part.toolCall.input as unknown }]
            : [],
        );
        return { text: result.text, history: [...messages, ...result.responseMessages], asked };
      }
      let failure: unknown;
      const result = isLoop
        ? await agent.stream(given)
        : streamText({
            ...call,
            onError: ({ error }) => {
              failure = error;
            },
          });
      const answer = await result.text;
      signal?.throwIfAborted();
      if (failure !== undefined) throw new Error("The stream failed.", { cause: failure });
      return { text: answer, history: [...messages, ...(await result.responseMessages)] };
    },
  };
}

const [, ...tested] = harnesses["ai-sdk"].toReversed();

// The last one, WorkflowAgent, needs packages that `npm ci` leaves out: see sdk-test.
describe.each(tested.toReversed())("$title", (traits) => {
  const { title, wire } = traits;
  const loader = "loader" in traits ? traits.loader : undefined;
  const createAgentOf = (setup: AgentSetup) => createAgent(wire, loader, title.startsWith("ToolLoopAgent"), setup);
  const suite = adapterSuite({ ...traits, createAgent: createAgentOf });

  it.each(suite)("$title", ({ run }) => run());
});
