import type { CapabilityEntry } from "../contracts/capability-entry.ts";

/** Models that do not search, by measurement: they get all tools as long as they fit. */
const reluctantModels = ["*qwen3-32b*", "*llama-4-scout*", "*gpt-oss-120b*"];

/** Models of the Anthropic API without references, and the longest answers that they give. */
const modelsWithoutReferences: readonly (readonly [model: string, maxOutputTokens: number])[] = [
  ["*claude-2*", 4_096],
  ["*claude-3-7-*", 64_000],
  ["*claude-3-5-*", 8_192],
  ["*claude-3-*", 4_096],
  ["*claude-instant*", 4_096],
];

/** Models of OpenAI that take tools in the middle of a conversation, as `additional_tools`. Only the Responses API has these. */
const modelsWithAddedTools = ["gpt-5.6*", "gpt-6*"];

/** Servers of Chat Completions with Kimi's models, which take tools in system messages. */
const hostsOfKimi = ["*.moonshot.*", "*.kimi.com", "*.fireworks.ai", "*.morphllm.com"];

/** The built-in knowledge; the first matching entry decides, and the user's entries come first. */
export const defaultCapabilities: readonly CapabilityEntry[] = [
  ...reluctantModels.map(
    (model): CapabilityEntry => ({
      model,
      loader: "eager",
      maxTools: 100,
      note: "measured not to call a search tool",
    }),
  ),
  ...modelsWithoutReferences.map(
    ([model, maxOutputTokens]): CapabilityEntry => ({
      host: "api.anthropic.com",
      model,
      maxOutputTokens,
      loader: "bridge",
      takesSystemMessages: false,
      note: "the model has no tool references",
    }),
  ),
  { host: "api.anthropic.com", loader: "native", provider: "anthropic", note: "the Anthropic API" },
  { host: "*aiplatform.googleapis.com", model: "*claude*", loader: "native", provider: "vertex", note: "Vertex AI" },
  ...modelsWithAddedTools.map(
    (model): CapabilityEntry => ({
      host: "api.openai.com",
      model,
      loader: "native",
      note: "found tools are added to the conversation by OpenAI's Responses API",
    }),
  ),
  ...hostsOfKimi.map(
    (host): CapabilityEntry => ({
      host,
      model: "*kimi-k3*",
      loader: "system-tools",
      note: "the model takes tools in system messages",
    }),
  ),
  { host: "*.baseten.co", model: "*glm-5.1*", loader: "tool-reference", note: "loads tools by reference" },
  { host: "*.amazonaws.com", loader: "bridge", provider: "bedrock", note: "InvokeModel only, and by beta header" },
  { host: "*.services.ai.azure.com", loader: "bridge", provider: "foundry", note: "some deployments reject it" },
  { host: "*.z.ai", loader: "bridge", note: "defers tools that are not marked" },
  { host: "*.bigmodel.cn", loader: "bridge", note: "defers tools that are not marked" },
  { host: "*.deepseek.com", loader: "bridge", note: "rejects tool_reference" },
  { host: "*.moonshot.*", loader: "bridge", note: "rejects the search types" },
  { host: "*.kimi.com", loader: "bridge", note: "rejects the search types" },
  { host: "*.githubcopilot.com", loader: "bridge", note: "rejects tool_reference" },
  {
    host: "openrouter.ai",
    loader: "bridge",
    searchLoader: "openrouter-search",
    note: "accepts the fields for some models only",
  },
];
