import { isOwnContainer } from "../../../inner-form/container.ts";
import {
  at,
  type DeclaredApi,
  fields,
  list,
  named,
  omitted,
  partly,
  rejected,
  taken,
  types,
  unused,
} from "../../shared/support/declare.ts";
import { cacheHint, content, system } from "./declared-blocks.ts";

const ofAnthropic = "it belongs to Anthropic's servers";
const serverTool = rejected("it runs on Anthropic's servers; offer a tool or an MCP toolset instead");
const ofPrograms =
  "for programs that the gateway runs: they need a `code_execution` tool and one that programs may call";
const clientTool = taken("a function with the documented arguments");
const schema = taken(
  "`json_schema`",
  named("format", types({ json_schema: taken("a schema", fields({ schema: taken("the schema") })) })),
);

const tool = named(
  "tool",
  fields({
    name: taken("its name, shortened with a hash if it is over 64 characters"),
    description: taken("its description"),
    input_schema: taken("its schema"),
    strict: at(["ai-sdk"], taken("where the package has it"), taken("`strict`, where the schema allows it")),
    defer_loading: taken("the gateway defers the tool"),
    allowed_callers: partly(
      ofPrograms,
      (value) => Array.isArray(value) && (value.length === 0 || value.includes("direct")),
    ),
    input_examples: omitted("other APIs have no examples of arguments", { harmless: [[]] }),
    eager_input_streaming: unused("arguments are streamed as the upstream sends them"),
    cache_control: cacheHint,
  }),
);
const serial = taken("`parallel_tool_calls`");
const choice = (note: string) => taken(note, named("choice", fields({ disable_parallel_tool_use: serial })));

const versions = (name: string, dates: readonly string[], part: typeof serverTool) =>
  Object.fromEntries(dates.map((date) => [`${name}_${date}`, part]));

/** What a client of the Messages API may send, and what becomes of it on upstreams of other APIs. */
export const declaredMessages: DeclaredApi = {
  title: "Messages",
  own: "messages",
  isOpen: true,
  position: (index) => `.${index}`,
  request: fields({
    model: taken("chooses the route"),
    messages: taken(
      "the conversation",
      list(
        types(
          {
            user: taken("a message", fields({ content: taken("blocks", content) })),
            assistant: taken("an answer", fields({ content: taken("blocks", content) })),
            system: taken(
              "a message of the system, or a reminder in the message before it where the upstream takes none",
              fields({ content: taken("blocks", content) }),
            ),
          },
          "role",
        ),
      ),
    ),
    system: taken("the system prompt", system),
    max_tokens: taken("the limit of the answer; at least 16 for the Responses API"),
    tools: taken(
      "the tools",
      list(
        types(
          {
            custom: taken("a tool", tool),
            ...versions("bash", ["20241022", "20250124"], clientTool),
            ...versions("text_editor", ["20241022", "20250124", "20250429", "20250728"], clientTool),
            ...versions("memory", ["20250818"], clientTool),
            tool_search_tool_bm25: taken("the gateway searches"),
            tool_search_tool_bm25_20251119: taken("the gateway searches"),
            tool_search_tool_regex: taken("the gateway searches"),
            tool_search_tool_regex_20251119: taken("the gateway searches"),
            mcp_toolset: taken("the gateway runs it"),
            ...versions("code_execution", ["20250522"], serverTool),
            ...versions(
              "code_execution",
              ["20250825", "20260120", "20260521"],
              partly(ofPrograms, () => false),
            ),
            ...versions("web_search", ["20250305", "20260209", "20260318"], serverTool),
            ...versions("web_fetch", ["20250910", "20260209", "20260309", "20260318"], serverTool),
            ...versions("computer", ["20241022", "20250124", "20251124"], serverTool),
            ...versions("computer_toolset", ["20260801"], serverTool),
            ...versions("browser_toolset", ["20260801"], serverTool),
            ...versions("advisor", ["20260301"], serverTool),
          },
          "type",
          "custom",
        ),
      ),
    ),
    tool_choice: taken(
      "the choice",
      types({
        auto: choice("`auto`"),
        any: choice("`required`"),
        tool: taken("a call of this tool", fields({ name: taken("the tool"), disable_parallel_tool_use: serial })),
        none: taken("`none`", fields({})),
      }),
    ),
    stream: taken("whether the answer is streamed"),
    temperature: taken("sent to the model"),
    top_p: taken("sent to the model"),
    top_k: at(
      ["responses"],
      rejected("the Responses API has no such setting"),
      taken("sent to the model", undefined, { dropName: "top_k" }),
    ),
    stop_sequences: at(
      ["responses"],
      rejected("the Responses API has no stop sequences; an operator can drop the field for the upstream"),
      taken("stop sequences", undefined, { dropName: "stop_sequences", harmless: [[]] }),
    ),
    thinking: taken(
      "the effort of thinking",
      types({
        enabled: taken(
          "the effort, from the budget",
          fields({
            budget_tokens: taken("up to 2,048 tokens `low`, up to 8,192 `medium`, then `high`"),
            display: at(
              ["responses"],
              taken("`reasoning.summary`"),
              omitted("thoughts are shown if the model gives them", { harmless: ["summarized"] }),
            ),
          }),
        ),
        adaptive: at(
          ["chat", "ai-sdk"],
          unused("models that can think do so"),
          taken(
            "`reasoning.summary`",
            fields({
              display: at(
                ["responses"],
                taken("`reasoning.summary`"),
                omitted("thoughts are shown if the model gives them", { harmless: ["summarized"] }),
              ),
            }),
          ),
        ),
        disabled: unused("no effort is sent"),
        between_tools: omitted("other models decide when they think"),
      }),
    ),
    output_config: taken(
      "the form of the answer",
      fields({
        effort: taken("the effort of thinking"),
        format: schema,
        task_budget: omitted("only Anthropic's models have budgets for tasks"),
      }),
    ),
    output_format: schema,
    metadata: taken("who asks", fields({ user_id: taken("the user's id, hashed if it is over 64 characters") })),
    mcp_servers: taken("the gateway runs the toolsets, and rejects those that it cannot run"),
    cache_control: cacheHint,
    context_management: omitted("the whole conversation is sent", { harmless: [{}] }),
    compaction: omitted("the whole conversation is sent"),
    service_tier: omitted("the upstream's account decides it", { harmless: ["auto", "standard_only"] }),
    speed: omitted("the upstream's account decides it", { harmless: ["standard"] }),
    diagnostics: omitted("only Anthropic's API gives reports"),
    fallbacks: omitted("only Anthropic's API changes the model by itself"),
    fallback_credit_token: omitted("only Anthropic's API changes the model by itself"),
    user_profile_id: omitted(ofAnthropic),
    workspace_id: omitted(ofAnthropic),
    container: partly("the gateway's own, for its programs; any other belongs to Anthropic's servers", isOwnContainer),
    inference_geo: rejected("the place of the upstream decides it"),
  }),
};
