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
import type { Wire } from "../../suite/strict-provider.ts";
import type { SuiteTool } from "../../suite/suite-tools.ts";
import { createToolcrib, type LoaderName } from "../src/index.ts";

type Fetch = AgentSetup["fetch"];

type SdkWire = Exclude<Wire, "gemini">;

const models: Readonly<Record<SdkWire, (fetch: Fetch) => Exclude<LanguageModel, string>>> = {
  messages: (fetch) => createAnthropic({ apiKey: "none", fetch })("claude-sonnet-5-5"),
  responses: (fetch) => createOpenAI({ apiKey: "none", fetch })("gpt-6.1-sol"),
  chat: (fetch) => createOpenAI({ apiKey: "none", fetch }).chat("gpt-5.4"),
  kimi: (fetch) =>
    createOpenAICompatible({ name: "moonshot", baseURL: "http://kimi/v1", apiKey: "none", fetch })("kimi-k3.1"),
};

const toolSet = (tools: readonly SuiteTool[]): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, inputSchema, execute }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema<Record<string, string>>(inputSchema as object),
        execute: (input) => execute(input),
      }),
    ]),
  );

function createAgent(wire: SdkWire, loader: LoaderName | undefined, isLoop: boolean, setup: AgentSetup): Agent {
  const options = { ...setup.options, ...(loader === undefined ? {} : { loader }) };
  const { tools, middleware } = createToolcrib(toolSet(setup.tools), options);
  const model = wrapLanguageModel({ model: models[wire](setup.fetch) as never, middleware });
  const agent = new ToolLoopAgent({ model, tools, stopWhen: isStepCount(10), maxRetries: 0 });
  return {
    async run(history, text, { stream = false, signal } = {}) {
      const messages: ModelMessage[] = [...(history as ModelMessage[]), { role: "user", content: text }];
      const given = { messages, ...(signal === undefined ? {} : { abortSignal: signal }) };
      const call = { ...given, model, tools, stopWhen: isStepCount(10), maxRetries: 0 };
      if (!stream) {
        const result = await (isLoop ? agent.generate(given) : generateText(call));
        return { text: result.text, history: [...messages, ...result.responseMessages] };
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
      if (failure !== undefined) throw new Error("The stream failed.", { cause: failure });
      return { text: answer, history: [...messages, ...(await result.responseMessages)] };
    },
  };
}

const combinations: readonly (readonly [string, SdkWire, LoaderName | undefined, boolean, boolean])[] = [
  ["generateText and streamText, Anthropic", "messages", undefined, true, false],
  ["generateText and streamText, OpenAI Responses", "responses", undefined, true, false],
  ["generateText and streamText, OpenAI's tool search", "responses", "openai-search", true, false],
  ["generateText and streamText, Kimi", "kimi", undefined, true, false],
  ["generateText and streamText, Chat Completions", "chat", undefined, false, false],
  ["generateText and streamText, bridge", "chat", "bridge", true, false],
  ["ToolLoopAgent, Anthropic", "messages", undefined, true, true],
  ["ToolLoopAgent, bridge over Anthropic", "messages", "bridge", true, true],
];

describe.each(combinations)("%s", (_title, wire, loader, keepsPrefix, isLoop) => {
  const suite = adapterSuite({
    wire,
    keepsPrefix,
    createAgent: (setup) => createAgent(wire, loader, isLoop, setup),
  });

  it.each(suite)("$title", ({ run }) => run());
});
