import type Anthropic from "@anthropic-ai/sdk";
import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import type { DeclaredApi } from "../../src/dialects/shared/support/declare.ts";
import { declaredApis } from "./dialect-table.ts";
import { rowsOf } from "./rows.ts";

type KeyOf<Type> = Type extends unknown ? keyof Type : never;
/** All keys of a type, and of each member of a union. With a new version of an SDK that knows more, this does not compile until it is complete. */
type Keys<Type> = Readonly<Record<Exclude<KeyOf<Type>, "type" | "role">, 1>>;

const [messages, responses, chat] = declaredApis;
type Chat = OpenAI.ChatCompletionCreateParams;
type ChatMessage<Role> = Extract<OpenAI.ChatCompletionMessageParam, { role: Role }>;
type Item<Type> = Extract<OpenAI.Responses.ResponseInputItem, { type: Type }>;
type Block<Type> = Extract<Anthropic.Beta.BetaContentBlockParam, { type: Type }>;

const chatFields: Keys<Chat> = {
  audio: 1,
  frequency_penalty: 1,
  function_call: 1,
  functions: 1,
  logit_bias: 1,
  logprobs: 1,
  max_completion_tokens: 1,
  max_tokens: 1,
  messages: 1,
  metadata: 1,
  modalities: 1,
  model: 1,
  moderation: 1,
  n: 1,
  parallel_tool_calls: 1,
  prediction: 1,
  presence_penalty: 1,
  prompt_cache_key: 1,
  prompt_cache_options: 1,
  prompt_cache_retention: 1,
  reasoning_effort: 1,
  response_format: 1,
  safety_identifier: 1,
  seed: 1,
  service_tier: 1,
  stop: 1,
  store: 1,
  stream: 1,
  stream_options: 1,
  temperature: 1,
  tool_choice: 1,
  tools: 1,
  top_logprobs: 1,
  top_p: 1,
  user: 1,
  verbosity: 1,
  web_search_options: 1,
};
const chatSystem: Keys<ChatMessage<"system">> = { content: 1, name: 1 };
const chatDeveloper: Keys<ChatMessage<"developer">> = { content: 1, name: 1 };
const chatUser: Keys<ChatMessage<"user">> = { content: 1, name: 1 };
const chatAssistant: Keys<ChatMessage<"assistant">> = {
  audio: 1,
  content: 1,
  function_call: 1,
  name: 1,
  refusal: 1,
  tool_calls: 1,
};
const chatTool: Keys<ChatMessage<"tool">> = { content: 1, tool_call_id: 1 };
const chatParts: Readonly<Record<OpenAI.ChatCompletionContentPart["type"], 1>> = {
  file: 1,
  image_url: 1,
  input_audio: 1,
  text: 1,
};
const chatText: Keys<OpenAI.ChatCompletionContentPartText> = { prompt_cache_breakpoint: 1, text: 1 };
const chatImage: Keys<OpenAI.ChatCompletionContentPartImage> = { image_url: 1, prompt_cache_breakpoint: 1 };
const chatImageUrl: Keys<OpenAI.ChatCompletionContentPartImage.ImageURL> = { detail: 1, url: 1 };
const chatFile: Keys<OpenAI.ChatCompletionContentPart.File> = { file: 1, prompt_cache_breakpoint: 1 };
const chatFileData: Keys<OpenAI.ChatCompletionContentPart.File.File> = { file_data: 1, file_id: 1, filename: 1 };
const chatFunction: Keys<OpenAI.FunctionDefinition> = { description: 1, name: 1, parameters: 1, strict: 1 };
const chatCustom: Keys<OpenAI.ChatCompletionCustomTool.Custom> = { description: 1, format: 1, name: 1 };
const chatFormats: Readonly<Record<NonNullable<Chat["response_format"]>["type"], 1>> = {
  json_object: 1,
  json_schema: 1,
  text: 1,
};
const chatSchema: Keys<OpenAI.ResponseFormatJSONSchema["json_schema"]> = {
  description: 1,
  name: 1,
  schema: 1,
  strict: 1,
};
const chatStream: Keys<OpenAI.ChatCompletionStreamOptions> = { include_obfuscation: 1, include_usage: 1 };
const chatChoices: Readonly<Record<Exclude<NonNullable<Chat["tool_choice"]>, string>["type"], 1>> = {
  allowed_tools: 1,
  custom: 1,
  function: 1,
};

const responseFields: Keys<OpenAI.Responses.ResponseCreateParams> = {
  access_programs: 1,
  background: 1,
  context_management: 1,
  conversation: 1,
  image: 1,
  include: 1,
  input: 1,
  instructions: 1,
  max_output_tokens: 1,
  max_tool_calls: 1,
  metadata: 1,
  model: 1,
  moderation: 1,
  parallel_tool_calls: 1,
  previous_response_id: 1,
  prompt: 1,
  prompt_cache_key: 1,
  prompt_cache_options: 1,
  prompt_cache_retention: 1,
  reasoning: 1,
  safety_identifier: 1,
  service_tier: 1,
  store: 1,
  stream: 1,
  stream_options: 1,
  temperature: 1,
  text: 1,
  tool_choice: 1,
  tools: 1,
  top_logprobs: 1,
  top_p: 1,
  truncation: 1,
  user: 1,
};
const responseItems: Readonly<Record<NonNullable<OpenAI.Responses.ResponseInputItem["type"]>, 1>> = {
  additional_tools: 1,
  apply_patch_call: 1,
  apply_patch_call_output: 1,
  code_interpreter_call: 1,
  compaction: 1,
  compaction_trigger: 1,
  computer_call: 1,
  computer_call_output: 1,
  configuration_update: 1,
  custom_tool_call: 1,
  custom_tool_call_output: 1,
  file_search_call: 1,
  function_call: 1,
  function_call_output: 1,
  image_generation_call: 1,
  item_reference: 1,
  local_shell_call: 1,
  local_shell_call_output: 1,
  mcp_approval_request: 1,
  mcp_approval_response: 1,
  mcp_call: 1,
  mcp_list_tools: 1,
  message: 1,
  program: 1,
  program_output: 1,
  reasoning: 1,
  shell_call: 1,
  shell_call_output: 1,
  tool_search_call: 1,
  tool_search_output: 1,
  web_search_call: 1,
};
const responseTools: Readonly<Record<OpenAI.Responses.Tool["type"], 1>> = {
  apply_patch: 1,
  code_interpreter: 1,
  computer: 1,
  computer_use_preview: 1,
  custom: 1,
  file_search: 1,
  function: 1,
  image_generation: 1,
  local_shell: 1,
  mcp: 1,
  namespace: 1,
  programmatic_tool_calling: 1,
  shell: 1,
  tool_search: 1,
  web_search: 1,
  web_search_2025_08_26: 1,
  web_search_preview: 1,
  web_search_preview_2025_03_11: 1,
};
const responseMessage: Keys<OpenAI.Responses.EasyInputMessage | OpenAI.Responses.ResponseOutputMessage> = {
  content: 1,
  id: 1,
  phase: 1,
  status: 1,
};
const functionCall: Keys<OpenAI.Responses.ResponseFunctionToolCall> = {
  arguments: 1,
  async: 1,
  call_id: 1,
  caller: 1,
  id: 1,
  name: 1,
  namespace: 1,
  status: 1,
};
const customCall: Keys<OpenAI.Responses.ResponseCustomToolCall> = {
  async: 1,
  call_id: 1,
  caller: 1,
  id: 1,
  input: 1,
  name: 1,
  namespace: 1,
};
const functionOutput: Keys<Item<"function_call_output">> = {
  call_id: 1,
  caller: 1,
  id: 1,
  name: 1,
  namespace: 1,
  output: 1,
  status: 1,
};
const reasoningItem: Keys<OpenAI.Responses.ResponseReasoningItem> = {
  content: 1,
  encrypted_content: 1,
  id: 1,
  status: 1,
  summary: 1,
};
const searchCall: Keys<Item<"tool_search_call">> = { arguments: 1, call_id: 1, execution: 1, id: 1, status: 1 };
const searchOutput: Keys<Item<"tool_search_output">> = { call_id: 1, execution: 1, id: 1, status: 1, tools: 1 };
const mcpCall: Keys<Item<"mcp_call">> = {
  approval_request_id: 1,
  arguments: 1,
  error: 1,
  id: 1,
  name: 1,
  output: 1,
  server_label: 1,
  status: 1,
};
const functionTool: Keys<OpenAI.Responses.FunctionTool> = {
  allowed_callers: 1,
  async: 1,
  defer_loading: 1,
  description: 1,
  name: 1,
  output_schema: 1,
  parameters: 1,
  strict: 1,
};
const customTool: Keys<OpenAI.Responses.CustomTool> = {
  allowed_callers: 1,
  async: 1,
  defer_loading: 1,
  description: 1,
  format: 1,
  name: 1,
};
const mcpTool: Keys<OpenAI.Responses.Tool.Mcp> = {
  allowed_callers: 1,
  allowed_tools: 1,
  authorization: 1,
  connector_id: 1,
  defer_loading: 1,
  headers: 1,
  require_approval: 1,
  server_description: 1,
  server_label: 1,
  server_url: 1,
  tunnel_id: 1,
};
const inputText: Keys<OpenAI.Responses.ResponseInputText> = { prompt_cache_breakpoint: 1, text: 1 };
const inputImage: Keys<OpenAI.Responses.ResponseInputImage> = {
  detail: 1,
  file_id: 1,
  image_url: 1,
  prompt_cache_breakpoint: 1,
};
const inputFile: Keys<OpenAI.Responses.ResponseInputFile> = {
  detail: 1,
  file_data: 1,
  file_id: 1,
  file_url: 1,
  filename: 1,
  prompt_cache_breakpoint: 1,
};
const outputText: Keys<OpenAI.Responses.ResponseOutputText> = { annotations: 1, logprobs: 1, text: 1 };
const textConfig: Keys<OpenAI.Responses.ResponseTextConfig> = { format: 1, verbosity: 1 };
const reasoning: Keys<OpenAI.Reasoning> = { context: 1, effort: 1, generate_summary: 1, mode: 1, summary: 1 };
const includable: Readonly<Record<OpenAI.Responses.ResponseIncludable, 1>> = {
  "code_interpreter_call.outputs": 1,
  "computer_call_output.output.image_url": 1,
  "file_search_call.results": 1,
  "message.input_image.image_url": 1,
  "message.output_text.logprobs": 1,
  "reasoning.encrypted_content": 1,
  "web_search_call.action.sources": 1,
  "web_search_call.results": 1,
};

const messageFields: Readonly<Record<Exclude<keyof Anthropic.Beta.MessageCreateParams, "betas" | "thread">, 1>> = {
  cache_control: 1,
  compaction: 1,
  container: 1,
  context_management: 1,
  diagnostics: 1,
  fallback_credit_token: 1,
  fallbacks: 1,
  inference_geo: 1,
  max_tokens: 1,
  mcp_servers: 1,
  messages: 1,
  metadata: 1,
  model: 1,
  output_config: 1,
  output_format: 1,
  service_tier: 1,
  speed: 1,
  stop_sequences: 1,
  stream: 1,
  system: 1,
  thinking: 1,
  tool_choice: 1,
  tools: 1,
  user_profile_id: 1,
  workspace_id: 1,
};
const blocks: Readonly<Record<Anthropic.Beta.BetaContentBlockParam["type"], 1>> = {
  advisor_tool_result: 1,
  bash_code_execution_tool_result: 1,
  code_execution_tool_result: 1,
  compaction: 1,
  container_upload: 1,
  document: 1,
  fallback: 1,
  image: 1,
  mcp_tool_listing: 1,
  mcp_tool_result: 1,
  mcp_tool_use: 1,
  redacted_thinking: 1,
  search_result: 1,
  server_tool_use: 1,
  text: 1,
  text_editor_code_execution_tool_result: 1,
  thinking: 1,
  tool_addition: 1,
  tool_removal: 1,
  tool_result: 1,
  tool_search_tool_result: 1,
  tool_use: 1,
  web_fetch_tool_result: 1,
  web_search_tool_result: 1,
};
const textBlock: Keys<Block<"text">> = { cache_control: 1, citations: 1, text: 1 };
const imageBlock: Keys<Block<"image">> = { cache_control: 1, source: 1, transformations: 1 };
const documentBlock: Keys<Block<"document">> = { cache_control: 1, citations: 1, context: 1, source: 1, title: 1 };
const useBlock: Keys<Block<"tool_use">> = { cache_control: 1, caller: 1, id: 1, input: 1, name: 1, toolset_name: 1 };
const resultBlock: Keys<Block<"tool_result">> = {
  cache_control: 1,
  content: 1,
  is_error: 1,
  tool_use_id: 1,
  toolset_name: 1,
};
const messageTool: Keys<Anthropic.Beta.BetaTool> = {
  allowed_callers: 1,
  cache_control: 1,
  defer_loading: 1,
  description: 1,
  eager_input_streaming: 1,
  input_examples: 1,
  input_schema: 1,
  name: 1,
  strict: 1,
};
const outputConfig: Keys<Anthropic.Beta.BetaOutputConfig> = { effort: 1, format: 1, task_budget: 1 };
const toolTypes: Readonly<Record<NonNullable<Anthropic.Beta.BetaToolUnion["type"]>, 1>> = {
  advisor_20260301: 1,
  bash_20241022: 1,
  bash_20250124: 1,
  browser_toolset_20260801: 1,
  code_execution_20250522: 1,
  code_execution_20250825: 1,
  code_execution_20260120: 1,
  code_execution_20260521: 1,
  computer_20241022: 1,
  computer_20250124: 1,
  computer_20251124: 1,
  computer_toolset_20260801: 1,
  custom: 1,
  mcp_toolset: 1,
  memory_20250818: 1,
  text_editor_20241022: 1,
  text_editor_20250124: 1,
  text_editor_20250429: 1,
  text_editor_20250728: 1,
  tool_search_tool_bm25: 1,
  tool_search_tool_bm25_20251119: 1,
  tool_search_tool_regex: 1,
  tool_search_tool_regex_20251119: 1,
  web_fetch_20250910: 1,
  web_fetch_20260209: 1,
  web_fetch_20260309: 1,
  web_fetch_20260318: 1,
  web_search_20250305: 1,
  web_search_20260209: 1,
  web_search_20260318: 1,
};

type Case = readonly [api: DeclaredApi, path: string, keys: object, areTypes?: "types"];
const cases: readonly Case[] = [
  [chat, "", chatFields],
  [chat, "messages[system]", chatSystem],
  [chat, "messages[developer]", chatDeveloper],
  [chat, "messages[user]", chatUser],
  [chat, "messages[assistant]", chatAssistant],
  [chat, "messages[tool]", chatTool],
  [chat, "messages[user].content", chatParts, "types"],
  [chat, "text", chatText],
  [chat, "image_url part", chatImage],
  [chat, "image_url part.image_url", chatImageUrl],
  [chat, "file part", chatFile],
  [chat, "file part.file", chatFileData],
  [chat, "tools[function].function", chatFunction],
  [chat, "tools[custom].custom", chatCustom],
  [chat, "response_format", chatFormats, "types"],
  [chat, "response_format[json_schema].json_schema", chatSchema],
  [chat, "stream_options", chatStream],
  [chat, "tool_choice", chatChoices, "types"],
  [responses, "", responseFields],
  [responses, "item", responseItems, "types"],
  [responses, "tool", responseTools, "types"],
  [responses, "message", responseMessage],
  [responses, "item[function_call]", functionCall],
  [responses, "item[custom_tool_call]", customCall],
  [responses, "result", functionOutput],
  [responses, "item[reasoning]", reasoningItem],
  [responses, "item[tool_search_call]", searchCall],
  [responses, "item[tool_search_output]", searchOutput],
  [responses, "item[mcp_call]", mcpCall],
  [responses, "function", functionTool],
  [responses, "custom", customTool],
  [responses, "tool[mcp]", mcpTool],
  [responses, "input_text", inputText],
  [responses, "input_image", inputImage],
  [responses, "input_file", inputFile],
  [responses, "output_text", outputText],
  [responses, "text", textConfig],
  [responses, "reasoning", reasoning],
  [responses, "include", includable, "types"],
  [messages, "", messageFields],
  [messages, "block", blocks, "types"],
  [messages, "text", textBlock],
  [messages, "image", imageBlock],
  [messages, "document", documentBlock],
  [messages, "block[tool_use]", useBlock],
  [messages, "block[tool_result]", resultBlock],
  [messages, "tool", messageTool],
  [messages, "output_config", outputConfig],
  [messages, "tools", toolTypes, "types"],
];

describe("the declarations of a client's API", () => {
  it.each(cases.map(([api, path, keys, areTypes]) => ({ title: api.title, api, path, keys, areTypes })))(
    "decide about everything that the SDK knows: $title $path",
    ({ api, path, keys, areTypes }) => {
      const paths = new Set(rowsOf(api).map((row) => row.path));
      const rowOf = (key: string) => (areTypes ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`);

      expect(
        Object.keys(keys)
          .map(rowOf)
          .filter((row) => !paths.has(row)),
      ).toEqual([]);
    },
  );
});
