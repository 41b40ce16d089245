import type { Rejection, SeenBody, SeenTool } from "./rejection.ts";

const isDeferred = ({ defer_loading, function: definition }: SeenTool): boolean =>
  defer_loading === true || (definition as { defer_loading?: boolean } | undefined)?.defer_loading === true;
const positionOf = ({ tools = [] }: SeenBody, type: string): number => tools.findIndex((tool) => tool.type === type);

interface SeenCall {
  readonly function?: { readonly name?: string };
}

/** Refusals of upstreams that speak OpenAI's dialects. Those of Chat Completions itself are in the strict chat API. */
export const chatRejections: readonly Rejection[] = [
  {
    id: "F8",
    title: "OpenAI refuses deferred tools without its search tool",
    dialect: "openai-chat",
    refuse: ({ body }) =>
      body.tools?.some(isDeferred) === true && positionOf(body, "tool_search") < 0
        ? "Invalid Value: 'tools.defer_loading'. Deferred tools require tools.tool_search."
        : undefined,
  },
  {
    id: "F9",
    title: "OpenAI refuses its search tool without deferred tools",
    dialect: "openai-chat",
    refuse: ({ body }) =>
      positionOf(body, "tool_search") >= 0 && body.tools?.some(isDeferred) !== true
        ? "Invalid Value: 'tools.tool_search'. tools.tool_search requires at least one deferred tool."
        : undefined,
  },
  {
    id: "F10",
    title: "Kimi refuses the search type",
    dialect: "openai-chat",
    refuse: ({ body }) => {
      const position = positionOf(body, "tool_search");
      return position < 0 ? undefined : `tools.${position}: tool type "tool_search" is not supported`;
    },
  },
  {
    id: "F11",
    title: "DeepSeek refuses namespaces",
    dialect: "openai-chat",
    refuse: ({ body }) => {
      const position = positionOf(body, "namespace");
      return position < 0 ? undefined : `tools[${position}].type: unknown variant namespace, expected function`;
    },
  },
  {
    id: "F20",
    title: "OpenAI refuses a replayed call of a tool that is in no list",
    dialect: "openai-chat",
    refuse: ({ body }) => {
      const declared = new Set(body.tools?.map((tool) => tool.function?.name));
      const calls = (body.messages ?? []).flatMap(({ tool_calls }) => (tool_calls as SeenCall[] | undefined) ?? []);
      const missing = calls.find((call) => !declared.has(call.function?.name));
      return (
        missing &&
        `Missing namespace for function_call '${missing.function?.name}'. It does not exist in the default namespace. ` +
          "Round-trip the model's function_call item with its namespace field included."
      );
    },
  },
  ...[
    { limit: 128, words: "You may not include more than 128 tools in your request." },
    { limit: 128, words: "Cannot have more than 128 tools per request." },
    {
      limit: 512,
      words: "tools[0].function_declarations: [FIELD_INVALID] At most 512 function declarations can be specified.",
    },
  ].map(
    ({ limit, words }): Rejection => ({
      id: "F21",
      title: `no more than ${limit} tools are taken`,
      dialect: "openai-chat",
      refuse: ({ body }) => ((body.tools?.length ?? 0) > limit ? words : undefined),
    }),
  ),
];
