import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { itemTypes, requestFields, toolTypes } from "./support-table.ts";

type Responses = OpenAI.Responses.ResponseCreateParams;
type ItemType = NonNullable<OpenAI.Responses.ResponseInputItem["type"]>;

// Typed by the SDK: with a new version that knows more, this does not compile until the tables do too.
const sdkFields: Record<keyof Responses, true> = {
  access_programs: true,
  background: true,
  context_management: true,
  conversation: true,
  image: true,
  include: true,
  input: true,
  instructions: true,
  max_output_tokens: true,
  max_tool_calls: true,
  metadata: true,
  model: true,
  moderation: true,
  parallel_tool_calls: true,
  previous_response_id: true,
  prompt: true,
  prompt_cache_key: true,
  prompt_cache_options: true,
  prompt_cache_retention: true,
  reasoning: true,
  safety_identifier: true,
  service_tier: true,
  store: true,
  stream: true,
  stream_options: true,
  temperature: true,
  text: true,
  tool_choice: true,
  tools: true,
  top_logprobs: true,
  top_p: true,
  truncation: true,
  user: true,
};
const sdkTools: Record<OpenAI.Responses.Tool["type"], true> = {
  apply_patch: true,
  code_interpreter: true,
  computer: true,
  computer_use_preview: true,
  custom: true,
  file_search: true,
  function: true,
  image_generation: true,
  local_shell: true,
  mcp: true,
  namespace: true,
  programmatic_tool_calling: true,
  shell: true,
  tool_search: true,
  web_search: true,
  web_search_2025_08_26: true,
  web_search_preview: true,
  web_search_preview_2025_03_11: true,
};
const sdkItems: Record<ItemType, true> = {
  additional_tools: true,
  apply_patch_call: true,
  apply_patch_call_output: true,
  code_interpreter_call: true,
  compaction: true,
  compaction_trigger: true,
  computer_call: true,
  computer_call_output: true,
  configuration_update: true,
  custom_tool_call: true,
  custom_tool_call_output: true,
  file_search_call: true,
  function_call: true,
  function_call_output: true,
  image_generation_call: true,
  item_reference: true,
  local_shell_call: true,
  local_shell_call_output: true,
  mcp_approval_request: true,
  mcp_approval_response: true,
  mcp_call: true,
  mcp_list_tools: true,
  message: true,
  program: true,
  program_output: true,
  reasoning: true,
  shell_call: true,
  shell_call_output: true,
  tool_search_call: true,
  tool_search_output: true,
  web_search_call: true,
};

describe("the tables of what is supported", () => {
  it.each([
    ["field", sdkFields, requestFields],
    ["type of tool", sdkTools, toolTypes],
    ["type of item", sdkItems, itemTypes],
  ])("decide about every %s that the SDK knows", (_what, sdk, table) => {
    expect(Object.keys(sdk).filter((name) => !table.has(name))).toEqual([]);
  });
});
