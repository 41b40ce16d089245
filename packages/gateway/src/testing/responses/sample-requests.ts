import type { ParsedRequest, ReceivedRequest } from "../../contracts/client-dialect.ts";
import { responsesDialect } from "../../dialects/openai/responses/responses-dialect.ts";

/** Something of everything that a client of the Responses API sends. */
export const fullRequest = {
  model: "some-model",
  instructions: "Be brief.",
  input: [
    { type: "message", role: "developer", content: [{ type: "input_text", text: "You are an agent." }] },
    {
      role: "user",
      content: [
        { type: "input_text", text: "What is this?" },
        { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "auto" },
        { type: "input_image", image_url: "https://example.com/a.png" },
        { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,AAAA" },
      ],
    },
    { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAA" },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "Let me see.", annotations: [] }] },
    { type: "function_call", call_id: "call_1", namespace: "mcp__desk", name: "create_ticket", arguments: '{"id":7}' },
    { type: "custom_tool_call", call_id: "call_2", name: "apply_patch", input: "*** Begin Patch" },
    { type: "function_call_output", call_id: "call_1", output: [{ type: "input_text", text: "Done." }] },
    { type: "custom_tool_call_output", call_id: "call_2", output: "Patched." },
    { role: "developer", content: "The sandbox has changed." },
  ],
  tools: [
    { type: "function", name: "shell", description: "Runs.", parameters: { type: "object" }, strict: false },
    {
      type: "custom",
      name: "apply_patch",
      description: "Edits files.",
      format: { type: "grammar", syntax: "lark", definition: "start: begin" },
    },
    {
      type: "namespace",
      name: "mcp__desk",
      description: "Help desk tools.",
      tools: [{ type: "function", name: "create_ticket", description: "Creates.", parameters: null, strict: false }],
    },
  ],
  tool_choice: "auto",
  parallel_tool_calls: false,
  reasoning: { effort: "medium", summary: "auto" },
  text: { format: { type: "json_schema", name: "answer", schema: { type: "object" }, strict: true } },
  max_output_tokens: 500,
  temperature: 0.5,
  top_p: 0.9,
  truncation: "disabled",
  store: false,
  include: ["reasoning.encrypted_content"],
  prompt_cache_key: "session",
  metadata: { team: "a" },
  client_metadata: { version: "1" },
  stream: true,
};

const desk = {
  type: "namespace",
  name: "mcp__desk",
  description: "Help desk tools.",
  tools: [
    { type: "function", name: "create", description: "Creates.", parameters: null, strict: false, defer_loading: true },
  ],
};

/** A conversation with tool search and MCP servers. */
export const searchRequest = {
  model: "some-model",
  input: [
    { type: "additional_tools", role: "developer", tools: [{ type: "function", name: "first", parameters: null }] },
    { role: "user", content: "Create a ticket." },
    { type: "mcp_list_tools", id: "mcpl_1", server_label: "cal", tools: [{ name: "list", input_schema: {} }] },
    {
      type: "tool_search_call",
      id: "tsc_srvtoolu_1",
      execution: "server",
      call_id: null,
      arguments: { query: "ticket" },
    },
    { type: "tool_search_output", id: "tso_srvtoolu_1", execution: "server", call_id: null, tools: [desk] },
    { type: "function_call", call_id: "call_1", namespace: "mcp__desk", name: "create", arguments: "{}" },
    { type: "function_call_output", call_id: "call_1", output: "Done." },
    {
      type: "mcp_call",
      id: "mcp_mcptoolu_1",
      server_label: "cal",
      name: "list",
      arguments: "{}",
      output: "None.",
      error: null,
    },
    { type: "mcp_approval_request", id: "mcpr_mcptoolu_2", server_label: "cal", name: "drop", arguments: "{}" },
    { type: "mcp_approval_response", approval_request_id: "mcpr_mcptoolu_2", approve: false, reason: "No." },
    { type: "additional_tools", role: "developer", tools: [{ type: "function", name: "second", parameters: null }] },
    { role: "user", content: "And?" },
  ],
  tools: [
    { type: "function", name: "shell", parameters: null, strict: false },
    { type: "tool_search" },
    desk,
    {
      type: "mcp",
      server_label: "cal",
      allowed_tools: { tool_names: ["list", "drop"] },
      require_approval: { never: { tool_names: ["list"] } },
      headers: { "x-team": "blue" },
      defer_loading: true,
    },
    { type: "web_search" },
  ],
  stream: true,
};

export function receivedJson(json: string): ReceivedRequest {
  return {
    kind: "messages",
    headers: { authorization: "Bearer key" },
    body: [Buffer.from(json)],
    limits: { bodyBytes: 33_554_432, tools: 100, deferredTools: 100 },
    kept: { get: () => undefined, set: () => {}, delete: () => {}, isTaken: () => false },
    later: (work) => work(),
  };
}

/** Parses a request of the Responses API for an upstream of another dialect. */
export function parseResponses(request: object): ParsedRequest {
  const parsed = responsesDialect.createParser()(receivedJson(JSON.stringify(request)));
  if (parsed.rejection !== undefined) throw parsed.rejection;
  return parsed;
}
