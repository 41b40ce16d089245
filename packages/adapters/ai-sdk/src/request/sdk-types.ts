import type { LanguageModelMiddleware } from "ai";

type TransformOptions = Parameters<NonNullable<LanguageModelMiddleware["transformParams"]>>[0];

/** What the AI SDK calls a model with. */
export type CallOptions = TransformOptions["params"];
export type Model = TransformOptions["model"];
export type Prompt = CallOptions["prompt"];
export type PromptMessage = Prompt[number];
export type ResultPart = Extract<Extract<PromptMessage, { role: "tool" }>["content"][number], { type: "tool-result" }>;
export type GivenTool = NonNullable<CallOptions["tools"]>[number];
export type FunctionTool = Extract<GivenTool, { type: "function" }>;
export type Answer = Awaited<ReturnType<Model["doGenerate"]>>;
export type StreamAnswer = Awaited<ReturnType<Model["doStream"]>>;
export type StreamPart = StreamAnswer["stream"] extends ReadableStream<infer Part> ? Part : never;
