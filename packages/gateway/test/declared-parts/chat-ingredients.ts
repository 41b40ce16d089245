import type { Ingredients } from "./sample-requests.ts";

type Fields = Readonly<Record<string, unknown>>;

const schema = {
  type: "object",
  properties: { at: { type: "string" } },
  required: ["at"],
  additionalProperties: false,
};
const picture = "https://example.com/a.png";
const pdf = "data:application/pdf;base64,JVBERi0xLjQK";
const sheet = "data:application/vnd.ms-excel;base64,AAAA";
const breakpoint = { mode: "explicit" };
const roleOf = (element: unknown) => (element as Fields | undefined)?.["role"];
const typeOf = (element: unknown) => (element as Fields | undefined)?.["type"];

const chatUser = { role: "user", content: [{ type: "text", text: "Hi" }] };
const chatCall = { id: "c1", type: "function", function: { name: "look", arguments: "{}" } };
const chatCalls = { role: "assistant", content: null, tool_calls: [chatCall] };
const look = { type: "function", function: { name: "look", description: "Looks.", parameters: schema } };
const say = { type: "custom", custom: { name: "say", description: "Says." } };
const grammar = { type: "grammar", grammar: { syntax: "lark", definition: "start: x" } };

export const chatIngredients: Ingredients = {
  base: { model: "m", messages: [chatUser], tools: [look, say] },
  values: {
    messages: [chatUser],
    "messages[system].tools": [{ ...look, function: { ...look.function, name: "added" } }],
    "messages[developer].tools": [{ ...look, function: { ...look.function, name: "added" } }],
    "messages[system].content": "Be brief.",
    "messages[developer].content": "Be brief.",
    "messages[assistant].content": "Hello.",
    "messages[tool].content": "Seen.",
    name: "someone",
    refusal: "No.",
    tool_calls: [chatCall],
    reasoning_details: [
      {
        type: "reasoning.encrypted",
        id: "1",
        format: "unknown",
        data: "cjE",
      },
    ],
    reasoning_content: "Hm.",
    reasoning: "Hm.",
    annotations: [{ type: "url_citation" }],
    "messages[assistant].audio": { id: "a" },
    function_call: { name: "look", arguments: "{}" },
    tool_call_id: "c1",
    index: 0,
    extra_content: { google: { thought_signature: "x" } },
    "messages[tool].content[tool_reference].name": "look",
    tools: [look],
    "tools[function].function.name": "look",
    "tools[custom].custom.name": "say",
    description: "It does something.",
    parameters: schema,
    strict: true,
    defer_loading: true,
    "search.parameters": { max: 5 },
    "tools[custom].custom.format": grammar,
    tool_choice: "none",
    parallel_tool_calls: false,
    max_completion_tokens: 50,
    max_tokens: 60,
    stop: ["END"],
    temperature: 0.5,
    top_p: 0.5,
    response_format: { type: "json_schema", json_schema: { name: "answer", schema } },
    "response_format[json_schema].json_schema": { name: "answer", schema },
    reasoning_effort: "high",
    stream: true,
    stream_options: { include_usage: true },
    include_usage: true,
    include_obfuscation: true,
    user: "u1",
    safety_identifier: "u2",
    metadata: { team: "a" },
    store: true,
    prompt_cache_key: "session",
    prompt_cache_retention: "24h",
    prompt_cache_options: { mode: "implicit" },
    prediction: { type: "content", content: "x" },
    seed: 1,
    service_tier: "flex",
    verbosity: "low",
    n: 2,
    frequency_penalty: 1,
    presence_penalty: 1,
    logit_bias: { "1": 1 },
    logprobs: true,
    top_logprobs: 3,
    modalities: ["text", "audio"],
    audio: { voice: "alloy", format: "wav" },
    moderation: { model: "omni" },
    web_search_options: {},
    functions: [{ name: "f" }],
    prompt_cache_breakpoint: breakpoint,
    "image_url part.image_url": { url: picture },
    detail: "low",
    "file part.file": { file_data: pdf },
    "file part.file.file_data": sheet,
    "file part.file.file_id": "file-1",
    filename: "b.pdf",
    "tool_choice[function].function.name": "look",
    "tool_choice[custom].custom.name": "say",
    "tool_choice[allowed_tools].allowed_tools": {
      mode: "required",
      tools: [{ type: "function", function: { name: "look" } }],
    },
    mode: "required",
    "tool_choice[allowed_tools].allowed_tools.tools": [{ type: "function", function: { name: "look" } }],
  },
  instances: {
    "messages[system]": { content: "Be brief." },
    "messages[developer]": { content: "Be brief." },
    "messages[user]": { content: [{ type: "text", text: "Hello there" }] },
    "messages[assistant]": { content: "Hello." },
    "messages[tool]": { tool_call_id: "c1", content: "Seen." },
    "messages[user].content[text]": { text: "Hello" },
    "messages[assistant].content[text]": { text: "Hello" },
    "messages[tool].content[text]": { text: "Hello" },
    "part of a system message[text]": { text: "Be brief." },
    "messages[assistant].content[refusal]": { refusal: "No." },
    "messages[user].content[image_url]": { image_url: { url: picture } },
    "messages[tool].content[image_url]": { image_url: { url: picture } },
    "messages[user].content[file]": { file: { file_data: pdf } },
    "messages[tool].content[tool_reference]": { tool_name: "look" },
    "messages[assistant].tool_calls[function]": chatCall,
    "messages[assistant].tool_calls[custom]": { id: "c2", custom: { name: "say", input: "x" } },
    "tools[function]": look,
    "tools[custom]": say,
    "tools[custom].custom.format[grammar]": grammar,
    "tool_choice[function]": { function: { name: "look" } },
    "tool_choice[custom]": { custom: { name: "say" } },
    "tool_choice[allowed_tools]": {
      allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "look" } }] },
    },
    "response_format[json_schema]": { json_schema: { name: "answer", schema } },
  },
  lists: {
    messages: (element) => {
      const role = roleOf(element);
      if (role === "tool") return [chatUser, chatCalls, element];
      if (role !== "assistant")
        return role === "user" ? [element] : [element, chatUser].filter((one) => one !== undefined);
      const calls = (element as { readonly tool_calls?: readonly { readonly id: string }[] }).tool_calls ?? [];
      const results = calls.map(({ id }) => ({ role: "tool", tool_call_id: id, content: "Seen." }));
      return [chatUser, element, ...results, chatUser];
    },
    tools: (element) => {
      const isSearch = String(typeOf(element)).endsWith(":tool_search");
      const other = { ...look, function: { ...look.function, name: "other" } };
      return [element, other, ...(isSearch ? [{ ...look, defer_loading: true }] : [])];
    },
  },
  besides: {
    "messages[tool].content[tool_reference]": {
      tools: [
        { ...look, defer_loading: true },
        { ...look, function: { ...look.function, name: "other" } },
      ],
    },
    "messages[assistant].tool_calls[custom]": { tools: [look, say] },
    stream_options: { stream: true },
  },
  without: { "file part.file.file_id": ["file_data"] },
};
