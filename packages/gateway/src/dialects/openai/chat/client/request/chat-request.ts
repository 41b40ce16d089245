import {
  at,
  type DeclaredApi,
  fields,
  type Inner,
  list,
  named,
  omitted,
  type Part,
  partly,
  rejected,
  taken,
  types,
  unused,
} from "../../../../shared/support/declare.ts";
import { isForeignFile } from "../../../shared/media-blocks.ts";

const noAudio = "answers and prompts are text, images and files";
const onlyOpenAi = "only OpenAI's APIs have it";
const deprecatedCall = "it is deprecated; use tools, tool_choice, tool_calls and the role tool";
const cacheHint = unused("a hint for the cache, which does not change the answer");
const speaker = omitted("only Chat Completions names the speakers of a role");

/** Taken by upstreams of the Responses API, which has the same setting. */
const shared = (becomes: string, elsewhere: Part): Part => at(["responses"], taken(becomes), elsewhere);

const text = taken("text", named("text", fields({ text: taken("the text"), prompt_cache_breakpoint: cacheHint })));
const image = taken(
  "an image",
  named(
    "image_url part",
    fields({
      image_url: taken(
        "its data or its address; nothing is fetched",
        fields({ url: taken("the address"), detail: shared("`detail`", omitted(onlyOpenAi, { harmless: ["auto"] })) }),
      ),
      prompt_cache_breakpoint: cacheHint,
    }),
  ),
);
const file = taken(
  "a file",
  named(
    "file part",
    fields({
      file: taken(
        "its content or its id",
        fields({
          file_data: at(
            ["responses"],
            taken("the data, as a data URL"),
            partly("a PDF or a text; any other file is rejected", (value) => !isForeignFile(value), {
              isCarried: true,
            }),
          ),
          file_id: shared(
            "`file_id`",
            rejected("the file belongs to an upstream; send its content as file_data", { isCarried: true }),
          ),
          filename: taken("the title"),
        }),
      ),
      prompt_cache_breakpoint: cacheHint,
    }),
  ),
);
const audio = rejected(noAudio);
const textOnly = list(named("part of a system message", types({ text })));

const call = (argument: string): Inner =>
  fields({
    id: taken("the id of the call"),
    [argument]: taken("the call", undefined),
    index: unused("the order tells it"),
    extra_content: unused("only the upstream that wrote it reads it"),
  });

const messages = list(
  types(
    {
      system: taken(
        "the system prompt; after an answer, a message of the system",
        fields({
          content: taken("text", textOnly),
          name: speaker,
          tools: taken("tools from there on, an extension of Kimi"),
        }),
      ),
      developer: taken(
        "like `system`",
        fields({ content: taken("text", textOnly), name: speaker, tools: taken("like those of `system`") }),
      ),
      user: taken(
        "a message",
        fields({
          content: taken("text, images and files", list(types({ text, image_url: image, file, input_audio: audio }))),
          name: speaker,
        }),
      ),
      assistant: taken(
        "an answer",
        fields({
          content: taken(
            "text",
            list(types({ text, refusal: taken("text of the model", fields({ refusal: taken("the text") })) })),
          ),
          refusal: taken("text of the model"),
          tool_calls: taken(
            "calls",
            list(
              types(
                {
                  function: taken("a call", call("function")),
                  custom: shared("a `custom` call", taken("a call with one argument, `input`", call("custom"))),
                },
                "type",
                "function",
              ),
            ),
          ),
          reasoning_details: taken("thoughts that the gateway gave the client"),
          reasoning_content: unused("`reasoning_details` hold the thought with its proof"),
          reasoning: unused("`reasoning_details` hold the thought with its proof"),
          annotations: omitted("sources of an answer, which tools of OpenAI find", { harmless: [[]] }),
          audio: rejected(noAudio),
          function_call: rejected(deprecatedCall),
          name: speaker,
        }),
      ),
      tool: taken(
        "the result of a call",
        fields({
          content: taken(
            "text, images and references",
            list(
              types({
                text,
                image_url: image,
                tool_reference: taken(
                  "loads a tool, an extension of several servers",
                  fields({ tool_name: taken("its name"), name: taken("its name") }),
                ),
              }),
            ),
          ),
          tool_call_id: taken("the id of the call"),
          name: unused("the call has the tool's name"),
        }),
      ),
      function: rejected(deprecatedCall),
    },
    "role",
  ),
);

const deferral = taken("keeps the tool out of the prompt until it is found, an extension of several servers");
const search = taken(
  "the gateway searches among the tools with `defer_loading`",
  named("search", fields({ parameters: unused("the gateway searches in its own way") })),
);
const format = types({
  text: unused("free text is the default"),
  grammar: taken(
    "enforced by OpenAI's APIs, and in the description for other models",
    fields({
      grammar: taken(
        "its syntax and definition",
        fields({ syntax: taken("`lark` or `regex`"), definition: taken("the grammar") }),
      ),
    }),
  ),
});
const tools = list(
  types({
    function: taken(
      "a tool",
      fields({
        function: taken(
          "its definition",
          fields({
            name: taken("its name"),
            description: taken("its description"),
            parameters: taken("its schema"),
            strict: at(["ai-sdk"], taken("where the package has it"), taken("`strict`, where the schema allows it")),
            defer_loading: deferral,
          }),
        ),
        defer_loading: deferral,
      }),
    ),
    custom: shared(
      "a `custom` tool",
      taken(
        "a tool with one text argument, `input`",
        fields({
          custom: taken(
            "its definition",
            fields({
              name: taken("its name"),
              description: taken("its description"),
              format: taken("free text, or a grammar", format),
              defer_loading: deferral,
            }),
          ),
          defer_loading: deferral,
        }),
      ),
    ),
    "openrouter:tool_search": search,
    "orq:tool_search": search,
  }),
);

const chosen = (field: string): Inner => fields({ [field]: taken("the tool", fields({ name: taken("its name") })) });

/** What a client of Chat Completions may send, and what becomes of it on upstreams of other APIs. */
export const chatRequest: DeclaredApi = {
  title: "Chat",
  own: "chat",
  position: (index) => `[${index}]`,
  request: fields({
    model: taken("chooses the route"),
    messages: taken("the system prompt and the conversation", messages),
    tools: taken("the tools", tools),
    tool_choice: taken(
      "the choice",
      types({
        function: taken("a call of this tool", chosen("function")),
        custom: taken("a call of this tool", chosen("custom")),
        allowed_tools: taken(
          "only the allowed tools are sent",
          fields({
            allowed_tools: taken(
              "their names",
              fields({ mode: taken("`auto` or `required`"), tools: taken("the tools") }),
            ),
          }),
        ),
      }),
    ),
    parallel_tool_calls: taken("`false` asks for one call at a time"),
    max_completion_tokens: taken("the limit of the answer"),
    max_tokens: taken("the limit of the answer, unless `max_completion_tokens` is set"),
    stop: at(
      ["responses"],
      rejected("the Responses API has no stop sequences; an operator can drop stop_sequences for the upstream"),
      taken("stop sequences", undefined, { dropName: "stop_sequences", harmless: [[]] }),
    ),
    temperature: taken("sent to the model"),
    top_p: taken("sent to the model"),
    response_format: taken(
      "the format of the answer",
      types({
        text: unused("answers are free text"),
        json_object: shared("`text.format`", rejected("send a schema with json_schema", { isCarried: true })),
        json_schema: taken(
          "a schema",
          fields({
            json_schema: taken(
              "the schema",
              fields({
                name: shared("`name`", unused("other models do not read it")),
                description: shared("`description`", omitted(onlyOpenAi)),
                schema: taken("the schema"),
                strict: shared("`strict`", unused("a schema is always enforced, as far as the model can")),
              }),
            ),
          }),
        ),
      }),
    ),
    reasoning_effort: taken(
      "how much the model thinks; for other models, `minimal` becomes `low` and `none` turns thinking off",
    ),
    stream: taken("whether the answer is streamed"),
    stream_options: taken(
      "the form of the stream",
      fields({
        include_usage: taken("adds a last chunk with the usage"),
        include_obfuscation: unused("the gateway writes the stream, and adds no padding to it"),
      }),
    ),
    user: taken("the user's id"),
    safety_identifier: taken("the user's id, before `user`"),
    metadata: shared("`metadata`", omitted("labels of stored completions; nothing is stored", { harmless: [{}] })),
    store: omitted("nothing is stored", { harmless: [false] }),
    prompt_cache_key: taken("the session's id; the gateway recognises the conversation by it"),
    prompt_cache_retention: shared("`prompt_cache_retention`", cacheHint),
    prompt_cache_options: shared("`prompt_cache_options`", cacheHint),
    prediction: omitted("it can make an answer faster, but does not change it"),
    seed: omitted("other APIs have no such setting, and OpenAI does not guarantee its effect"),
    service_tier: shared(
      "`service_tier`",
      rejected("tiers are OpenAI's", { harmless: ["auto", "default"], isCarried: true }),
    ),
    verbosity: shared("`text.verbosity`", omitted("a hint that only OpenAI's APIs have")),
    n: rejected("other APIs give one answer", { harmless: [1] }),
    frequency_penalty: rejected("only Chat Completions has penalties", { harmless: [0], isCarried: true }),
    presence_penalty: rejected("only Chat Completions has penalties", { harmless: [0], isCarried: true }),
    logit_bias: rejected("only Chat Completions has token ids", { harmless: [{}], isCarried: true }),
    logprobs: shared(
      "log probabilities in the answer",
      rejected("other models do not report log probabilities", { harmless: [false], isCarried: true }),
    ),
    top_logprobs: shared(
      "`top_logprobs`",
      rejected("other models do not report log probabilities", { harmless: [0], isCarried: true }),
    ),
    modalities: rejected(noAudio, { harmless: [["text"]] }),
    audio: rejected(noAudio),
    moderation: shared("`moderation`", rejected("moderation runs at OpenAI", { isCarried: true })),
    web_search_options: rejected("the search runs at OpenAI", { isCarried: true }),
    functions: rejected(deprecatedCall),
    function_call: rejected(deprecatedCall),
  }),
};
