import {
  at,
  type DeclaredApi,
  fields,
  list,
  omitted,
  type Part,
  rejected,
  taken,
  types,
  unused,
  values,
} from "../../../../shared/support/declare.ts";
import { items } from "./declared-items.ts";
import { cacheHint, onlyOpenAi, programPart, tools } from "./declared-tools.ts";

const ofOtherTools = unused("it belongs to tools that cannot be called here");
const noChoice = rejected("only functions and custom tools can be called here");
const toolName = fields({ name: taken("its name"), namespace: taken("its namespace") });
const chosen = { function: taken("a call of this tool", toolName), custom: taken("a call of this tool", toolName) };
const named = { function: taken("this tool", toolName), custom: taken("this tool", toolName) };
const allowedServer = taken("the tools of this server", fields({ server_label: taken("its label") }));
const noChoices = {
  programmatic_tool_calling: programPart(),
  apply_patch: noChoice,
  shell: noChoice,
  file_search: noChoice,
  web_search: noChoice,
  web_search_preview: noChoice,
  web_search_preview_2025_03_11: noChoice,
  computer: noChoice,
  computer_use: noChoice,
  computer_use_preview: noChoice,
  image_generation: noChoice,
  code_interpreter: noChoice,
};
const noLogprobs = "other models do not report log probabilities";

/** Taken by upstreams of Chat Completions, which have the same setting, and by those of this API when the gateway writes the request. */
const shared = (becomes: string, elsewhere: Part): Part => at(["chat", "responses"], taken(becomes), elsewhere);

/** What a client of the Responses API may send, and what becomes of it on upstreams of other APIs. */
export const declaredResponses: DeclaredApi = {
  title: "Responses",
  own: "responses",
  position: (index) => `[${index}]`,
  request: fields({
    model: taken("chooses the route"),
    instructions: taken("the system prompt"),
    tools: taken("the tools", tools),
    input: taken("the conversation", items),
    tool_choice: taken(
      "the choice",
      types({
        ...chosen,
        allowed_tools: taken(
          "only the allowed tools are sent",
          fields({
            mode: taken("`auto` or `required`"),
            tools: taken("the tools", list(types({ ...named, mcp: allowedServer, ...noChoices }))),
          }),
        ),
        mcp: noChoice,
        ...noChoices,
        tool_search: noChoice,
      }),
    ),
    parallel_tool_calls: taken("`false` asks for one call at a time"),
    text: taken(
      "the form of the answer",
      fields({
        format: taken(
          "the format of the answer",
          types({
            text: unused("answers are free text"),
            json_object: shared("`response_format`", rejected("send a schema with json_schema")),
            json_schema: taken(
              "a schema",
              fields({
                name: shared("`name`", unused("other models do not read it")),
                description: shared("`description`", omitted(onlyOpenAi)),
                schema: taken("the schema"),
                strict: shared("`strict`", unused("a schema is always enforced, as far as the model can")),
              }),
            ),
          }),
        ),
        verbosity: shared("`verbosity`", omitted("a hint that only OpenAI's APIs have")),
      }),
    ),
    reasoning: taken(
      "how the model thinks",
      fields({
        effort: taken("how much; for other models, `minimal` becomes `low` and `none` turns thinking off"),
        summary: unused("thoughts are sent whenever the model gives them"),
        generate_summary: unused("thoughts are sent whenever the model gives them"),
        context: omitted("only OpenAI's models choose which thoughts they read again", { harmless: ["auto"] }),
        mode: omitted("only OpenAI's models have modes", { harmless: ["standard"] }),
      }),
    ),
    max_output_tokens: taken("the limit of the answer"),
    stream: taken("whether the answer is streamed"),
    temperature: taken("sent to the model"),
    top_p: taken("sent to the model"),
    user: taken("the user's id"),
    safety_identifier: taken("the user's id, before `user`"),
    previous_response_id: taken("the kept conversation is put before `input`; it belongs to the key that made it"),
    store: taken("responses are kept for a day, unless it is `false`"),
    metadata: shared("`metadata`; repeated in the response", taken("repeated in the response")),
    prompt_cache_key: taken("the session's id; the gateway recognises the conversation by it"),
    prompt_cache_retention: shared("`prompt_cache_retention`", cacheHint),
    prompt_cache_options: shared("`prompt_cache_options`", cacheHint),
    include: taken(
      "what the response holds",
      list(
        values({
          "reasoning.encrypted_content": unused("it is always there"),
          "message.output_text.logprobs": shared("log probabilities in the answer", rejected(noLogprobs)),
          "message.input_image.image_url": unused("the response does not repeat the input"),
          "file_search_call.results": ofOtherTools,
          "web_search_call.results": ofOtherTools,
          "web_search_call.action.sources": ofOtherTools,
          "computer_call_output.output.image_url": ofOtherTools,
          "code_interpreter_call.outputs": ofOtherTools,
        }),
      ),
    ),
    stream_options: taken(
      "the form of the stream",
      fields({ include_obfuscation: unused("the gateway writes the stream, and adds no padding to it") }),
    ),
    max_tool_calls: omitted("the gateway has its own limit for the calls of MCP tools in one answer"),
    client_metadata: unused("what a client tells about itself"),
    truncation: rejected("nothing is cut off a conversation here", { harmless: ["disabled"] }),
    service_tier: shared("`service_tier`", rejected("tiers are OpenAI's", { harmless: ["auto", "default"] })),
    background: rejected("answers are given in the request's own connection", { harmless: [false] }),
    top_logprobs: shared("`top_logprobs`", rejected(noLogprobs, { harmless: [0] })),
    conversation: rejected("the gateway does not store conversations"),
    prompt: rejected("prompt templates are stored at OpenAI"),
    context_management: rejected("the gateway does not compact conversations", { harmless: [[]] }),
    moderation: shared("`moderation`", rejected("moderation runs at OpenAI")),
    image: rejected("it configures a tool that runs on OpenAI's servers"),
    access_programs: rejected("it names programs of OpenAI"),
    generate: rejected("warming up is a part of OpenAI's WebSocket mode", { harmless: [true] }),
  }),
};
