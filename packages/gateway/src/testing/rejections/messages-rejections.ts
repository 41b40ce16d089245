import { firstReference, type Rejection, type SeenRequest, type SeenTool, seenBlocks } from "./rejection.ts";

const bedrockTags =
  "'bash_20241022', 'bash_20250124', 'custom', 'text_editor_20241022', 'text_editor_20250124', 'web_search_20250305'";
const knownToEverybody: ReadonlySet<string> = new Set([
  "text",
  "image",
  "document",
  "tool_use",
  "tool_result",
  "thinking",
]);

const hasDeferred = ({ tools = [] }: SeenRequest["body"]): boolean =>
  tools.some(({ defer_loading }) => defer_loading === true);
const hasBeta = ({ headers }: SeenRequest, name: string): boolean =>
  (headers.get("anthropic-beta") ?? "").split(",").some((beta) => beta.trim() === name);
const isServerSearch = ({ type }: SeenTool): boolean => type?.startsWith("tool_search_tool_") === true;

/** Refusals of upstreams that speak the Messages API, or say that they do. Those of the API itself are in the strict Messages API. */
export const messagesRejections: readonly Rejection[] = [
  {
    id: "F1f",
    title: "Bedrock without the beta header refuses references",
    dialect: "anthropic",
    refuse: (request) =>
      firstReference(request.body) !== undefined && !hasBeta(request, "tool-search-tool-2025-10-19")
        ? "Tool reference not found in available tools"
        : undefined,
  },
  {
    id: "F4",
    title: "Bedrock without the beta header refuses the search types",
    dialect: "anthropic",
    refuse: (request) => {
      const position = request.body.tools?.findIndex(isServerSearch) ?? -1;
      return position < 0 || hasBeta(request, "tool-search-tool-2025-10-19")
        ? undefined
        : `tools.${position}: Input tag '${request.body.tools?.[position]?.type}' found using 'type' does not match any of the expected tags: ${bedrockTags}`;
    },
  },
  {
    id: "F5",
    title: "Bedrock refuses betas of the Anthropic API",
    dialect: "anthropic",
    refuse: (request) =>
      hasBeta(request, "advanced-tool-use-2025-11-20")
        ? "The model returned the following errors: invalid beta flag"
        : undefined,
  },
  {
    id: "F12",
    title: "DeepSeek refuses references",
    dialect: "anthropic",
    refuse: ({ body }) => {
      const reference = firstReference(body);
      return (
        reference &&
        `Failed to deserialize the JSON body into the target type: messages[${reference.message}].content: unknown variant tool_reference, expected text`
      );
    },
  },
  {
    id: "F13",
    title: "LM Studio refuses references",
    dialect: "anthropic",
    refuse: ({ body }) => {
      const reference = firstReference(body);
      return reference && `request.${reference.path}.type: Invalid literal value, expected "text"`;
    },
  },
  {
    id: "F14",
    title: "SGLang with a stock template breaks on references",
    dialect: "anthropic",
    status: 500,
    refuse: ({ body }) => firstReference(body) && "Unexpected item type in content.",
  },
  {
    id: "F15",
    title: "a proxy cannot translate blocks that it does not know",
    dialect: "anthropic",
    refuse: ({ body }) =>
      seenBlocks(body).some(({ block }) => !knownToEverybody.has(block.type))
        ? "protocol transform failed: unsupported Claude tool result field or event: unsupported block"
        : undefined,
  },
  {
    id: "F16",
    title: "Copilot's Messages API breaks on references",
    dialect: "anthropic",
    status: 503,
    refuse: ({ body }) => firstReference(body) && "Service Unavailable",
  },
  {
    id: "F17",
    title: "GLM refuses the turn after a search",
    dialect: "anthropic",
    refuse: ({ body }) => firstReference(body) && "[1210]",
  },
  {
    id: "F18",
    title: "a gateway refuses clients that defer",
    dialect: "anthropic",
    refuse: ({ body }) =>
      hasDeferred(body)
        ? "Claude Code >= 2.1.69 includes ToolSearch, which is not supported. Please configure ENABLE_TOOL_SEARCH=false"
        : undefined,
  },
  {
    id: "F19",
    title: "a router refuses deferred tools for models of others",
    dialect: "anthropic",
    refuse: ({ body }) =>
      hasDeferred(body)
        ? "Deferred custom tools are only supported on Anthropic models and on Anthropic-compatible provider endpoints that implement deferral. " +
          `Other endpoints cannot call tools omitted from tools[]. Received ${body.model}.`
        : undefined,
  },
  {
    id: "F22",
    title: "vLLM refuses system messages inside the conversation",
    dialect: "anthropic",
    refuse: ({ body }) => {
      const position = body.messages?.findIndex(({ role }) => role !== "user" && role !== "assistant") ?? -1;
      return position < 0 ? undefined : `messages.${position}.role: Input should be 'user' or 'assistant'`;
    },
  },
];
