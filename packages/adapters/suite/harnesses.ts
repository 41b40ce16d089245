import type { HarnessTraits } from "./harness.ts";

const endsRun = "A call of an unknown tool ends the run with an error, as it does without Toolcrib.";
const noTraces = "Messages and transcripts name `call_tool`: the SDK has no way to rename a call.";

/**
 * The frameworks and models that the suite runs on, by the package that is tested. The tests take their settings from
 * here, and so does the table in docs/adapters.md.
 */
export const harnesses = {
  "ai-sdk": [
    { title: "generateText and streamText, Anthropic", wire: "messages", keepsPrefix: true },
    { title: "generateText and streamText, OpenAI Responses", wire: "responses", keepsPrefix: true },
    {
      title: "generateText and streamText, OpenAI's tool search",
      wire: "responses",
      loader: "openai-search",
      keepsPrefix: true,
    },
    { title: "generateText and streamText, Kimi", wire: "kimi", keepsPrefix: true },
    { title: "generateText and streamText, Chat Completions", wire: "chat", keepsPrefix: false },
    { title: "generateText and streamText, bridge", wire: "chat", loader: "bridge", keepsPrefix: true },
    { title: "ToolLoopAgent, Anthropic", wire: "messages", keepsPrefix: true },
    { title: "ToolLoopAgent, bridge over Anthropic", wire: "messages", loader: "bridge", keepsPrefix: true },
    { title: "WorkflowAgent, Anthropic", wire: "messages", keepsPrefix: true },
  ],
  langchain: [
    { title: "createAgent, Chat Completions", wire: "chat", loader: "append", keepsPrefix: false },
    { title: "createAgent, Chat Completions, bridge", wire: "chat", loader: "bridge", keepsPrefix: true },
    { title: "createAgent, OpenAI Responses", wire: "responses", loader: "append", keepsPrefix: false },
  ],
  "openai-agents": [
    {
      title: "client tool search, OpenAI Responses",
      wire: "responses",
      loader: "client-search",
      keepsPrefix: true,
      without: {
        notes: "OpenAI's search output has no room for text.",
        "unknown-tools": endsRun,
      },
    },
    {
      title: "Chat Completions",
      wire: "chat",
      loader: "append",
      keepsPrefix: false,
      without: { "unknown-tools": endsRun },
    },
    {
      title: "Chat Completions, bridge",
      wire: "chat",
      loader: "bridge",
      keepsPrefix: true,
      without: { "unknown-tools": endsRun },
    },
  ],
  mastra: [
    {
      title: "ToolcribProcessor, Chat Completions",
      wire: "chat",
      loader: "append",
      keepsPrefix: false,
    },
    {
      title: "ToolcribProcessor, Chat Completions, bridge",
      wire: "chat",
      loader: "bridge",
      keepsPrefix: true,
    },
    {
      title: "the middleware of @toolcrib/ai-sdk, Anthropic",
      wire: "messages",
      keepsPrefix: true,
    },
  ],
  "google-adk": [
    {
      title: "ToolcribToolset, Gemini",
      wire: "gemini",
      loader: "append",
      keepsPrefix: false,
      without: { "unknown-tools": endsRun },
    },
    {
      title: "ToolcribToolset and bridgeModel, Gemini",
      wire: "gemini",
      loader: "bridge",
      keepsPrefix: true,
      without: { "unknown-tools": endsRun },
    },
  ],
  "claude-agent-sdk": [
    { title: "query, Anthropic", wire: "messages", keepsPrefix: true, without: { traces: noTraces } },
  ],
} as const satisfies Readonly<Record<string, readonly HarnessTraits[]>>;
