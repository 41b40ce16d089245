/** What is known about an upstream or a model. Plain JSON, so that users can write their own. */
export interface CapabilityEntry {
  /** Pattern of the upstream's name in the config; `*` stands for anything. */
  readonly upstream?: string | undefined;
  /** Pattern of the host in its URL. */
  readonly host?: string | undefined;
  /** Pattern of the model's name. */
  readonly model?: string | undefined;
  /** How found tools become callable there: the name of a loader. */
  readonly loader: string;
  /** For a loader that defers nothing: with more tools than this, they go over the bridge. */
  readonly mostTools?: number | undefined;
  /** Who stands behind it: decides which beta header turns the feature on. */
  readonly provider?: "anthropic" | "bedrock" | "vertex" | "foundry" | "other" | undefined;
  /** Whether it takes messages of the role `system` inside the conversation. Default: as the loader is native. */
  readonly takesSystemMessages?: boolean | undefined;
  /** Where this is known from; shown as the reason in the trace. */
  readonly note?: string | undefined;
}

/** Models that were measured not to search: they get everything, while it fits. */
const reluctantModels = ["*qwen3-32b*", "*llama-4-scout*", "*gpt-oss-120b*"];

/** Models of the Anthropic API without references. */
const modelsWithoutReferences = ["*claude-2*", "*claude-3-*", "*claude-instant*"];

/** What is known without asking; the first entry that matches decides, and a user's entries are asked before. */
export const defaultCapabilities: readonly CapabilityEntry[] = [
  ...reluctantModels.map(
    (model): CapabilityEntry => ({
      model,
      loader: "eager",
      mostTools: 100,
      note: "measured not to call a search tool",
    }),
  ),
  ...modelsWithoutReferences.map(
    (model): CapabilityEntry => ({
      host: "api.anthropic.com",
      model,
      loader: "bridge",
      takesSystemMessages: false,
      note: "the model has no tool references",
    }),
  ),
  { host: "api.anthropic.com", loader: "native", provider: "anthropic", note: "the Anthropic API" },
  { host: "*aiplatform.googleapis.com", model: "*claude*", loader: "native", provider: "vertex", note: "Vertex AI" },
  { host: "*.amazonaws.com", loader: "bridge", provider: "bedrock", note: "InvokeModel only, and by beta header" },
  { host: "*.services.ai.azure.com", loader: "bridge", provider: "foundry", note: "some deployments reject it" },
  { host: "*.z.ai", loader: "bridge", note: "defers tools that are not marked" },
  { host: "*.bigmodel.cn", loader: "bridge", note: "defers tools that are not marked" },
  { host: "*.deepseek.com", loader: "bridge", note: "rejects tool_reference" },
  { host: "*.moonshot.*", loader: "bridge", note: "rejects the search types" },
  { host: "*.kimi.com", loader: "bridge", note: "rejects the search types" },
  { host: "*.githubcopilot.com", loader: "bridge", note: "rejects tool_reference" },
  { host: "openrouter.ai", loader: "bridge", note: "accepts the fields for some models only" },
];
