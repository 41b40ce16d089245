import type { FrameworkSystem } from "../tasks/run-tasks.ts";
import { aiSdk } from "./ai-sdk.ts";
import { claudeAgentSdk } from "./claude-agent-sdk.ts";
import { googleAdk } from "./google-adk.ts";
import { langchain } from "./langchain.ts";
import { mastra } from "./mastra.ts";
import { openAiAgents } from "./openai-agents.ts";

/** Those with all tools come before those that are compared with them. Chat Completions takes at most 128 tools. */
export const frameworkSystems: readonly FrameworkSystem[] = [
  aiSdk("all tools", "messages", "all"),
  aiSdk("its own `toolSearch`", "messages", "own"),
  aiSdk("Toolcrib", "messages", "anthropic"),
  aiSdk("Toolcrib with the bridge", "messages", "bridge"),
  aiSdk("all tools", "responses", "all"),
  aiSdk("its own `toolSearch`", "responses", "own"),
  aiSdk("Toolcrib", "responses", "openai"),
  aiSdk("Toolcrib, OpenAI's tool search", "responses", "openai-search"),
  aiSdk("Toolcrib, appending", "responses", "append"),
  langchain("all tools", "responses"),
  langchain("Toolcrib, appending", "responses", "append"),
  langchain("Toolcrib with the bridge", "chat", "bridge"),
  openAiAgents("all tools", false),
  openAiAgents("Toolcrib, client search", true),
  mastra("all tools", "all"),
  mastra("its own `ToolSearchProcessor`", "own"),
  mastra("the same with `autoLoad` and `context`", "own-loading"),
  mastra("Toolcrib, appending", "append"),
  mastra("Toolcrib with the bridge", "bridge"),
  googleAdk("all tools"),
  googleAdk("Toolcrib, appending", "append"),
  googleAdk("Toolcrib with the bridge", "bridge"),
  claudeAgentSdk("all tools", "all"),
  claudeAgentSdk("its own `ToolSearch`", "own"),
  claudeAgentSdk("Toolcrib", "toolcrib"),
];
