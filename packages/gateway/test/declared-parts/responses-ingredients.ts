import type { Ingredients } from "./sample-requests.ts";

type Fields = Readonly<Record<string, unknown>>;

const schema = {
  type: "object",
  properties: { at: { type: "string" } },
  required: ["at"],
  additionalProperties: false,
};
const png = "data:image/png;base64,iVBORw0KGgo=";
const picture = "https://example.com/a.png";
const pdf = "data:application/pdf;base64,JVBERi0xLjQK";
const sheet = "data:application/vnd.ms-excel;base64,AAAA";
const breakpoint = { mode: "explicit" };
const typeOf = (element: unknown) => (element as Fields | undefined)?.["type"];

const responsesUser = { role: "user", content: [{ type: "input_text", text: "Hi" }] };
const lookUp = { type: "function", name: "look", description: "Looks.", parameters: schema, strict: false };
const saying = { type: "custom", name: "say", description: "Says." };
const group = { type: "namespace", name: "group", description: "A group.", tools: [{ ...lookUp, name: "member" }] };
const call = (type: string, fields: Fields) => ({ type, call_id: "c1", ...fields });
const functionCall = call("function_call", { name: "look", arguments: "{}" });
const customCall = call("custom_tool_call", { name: "say", input: "x" });
const deferred = { ...lookUp, defer_loading: true };
const mcpId = "mcp_mcptoolu_1";

export const responsesIngredients: Ingredients = {
  base: { model: "m", input: [responsesUser], tools: [lookUp, saying, group], store: false },
  values: {
    input: [responsesUser],
    instructions: "Be brief.",
    tools: [lookUp],
    tool_choice: "none",
    "tool_choice[function].namespace": "group",
    "tool_choice[custom].namespace": "group",
    mode: "required",
    "tool_choice[allowed_tools].tools": [{ type: "function", name: "look" }],
    "tool_choice[allowed_tools].tools[function].namespace": "group",
    "tool_choice[allowed_tools].tools[custom].namespace": "group",
    parallel_tool_calls: false,
    text: { format: { type: "json_schema", name: "answer", schema } },
    "text.format": { type: "json_schema", name: "answer", schema },
    "text.format[json_schema].name": "other",
    description: "It does something.",
    schema,
    strict: true,
    verbosity: "low",
    reasoning: { effort: "high" },
    effort: "high",
    summary: "detailed",
    "item[reasoning].summary": [{ type: "summary_text", text: "Hm." }],
    "item[reasoning].content": [{ type: "reasoning_text", text: "Hm." }],
    generate_summary: "detailed",
    context: "all_turns",
    "reasoning.mode": "pro",
    max_output_tokens: 50,
    stream: true,
    temperature: 0.5,
    top_p: 0.5,
    user: "u1",
    safety_identifier: "u2",
    store: true,
    metadata: { team: "a" },
    prompt_cache_key: "session",
    prompt_cache_retention: "24h",
    prompt_cache_options: { mode: "implicit" },
    include: ["reasoning.encrypted_content"],
    stream_options: { include_obfuscation: false },
    include_obfuscation: true,
    max_tool_calls: 3,
    client_metadata: { version: "1" },
    truncation: "auto",
    service_tier: "flex",
    background: true,
    top_logprobs: 3,
    previous_response_id: "resp_none",
    conversation: "conv_1",
    prompt: { id: "p" },
    context_management: [{ type: "compaction" }],
    moderation: { model: "omni" },
    image: { context_compression: "auto" },
    access_programs: { cyber: "standard" },
    generate: false,
    "input_text.text": "Hello",
    "output_text.text": "Hello",
    "message.content": [{ type: "input_text", text: "Hello" }],
    "system message.content": [{ type: "input_text", text: "Be brief." }],
    id: "id_1",
    status: "completed",
    phase: "commentary",
    type: "message",
    prompt_cache_breakpoint: breakpoint,
    image_url: png,
    file_id: "file-1",
    "input_image.detail": "low",
    "input_file.detail": "low",
    "input_file.file_data": sheet,
    file_url: "https://example.com/a.pdf",
    filename: "b.pdf",
    annotations: [{ type: "url_citation" }],
    logprobs: [{ token: "a" }],
    call_id: "c1",
    "item[function_call].name": "look",
    "item[function_call].namespace": "group",
    "item[custom_tool_call].name": "say",
    "item[custom_tool_call].namespace": "group",
    arguments: "{}",
    "item[custom_tool_call].input": "x",
    async: true,
    caller: { type: "program", caller_id: "p" },
    "result.output": "Seen.",
    "result.name": "look",
    "result.namespace": "group",
    encrypted_content: `r1.${Buffer.from(JSON.stringify({ type: "thinking", thinking: "Hm.", signature: "c2ln" })).toString("base64url")}`,
    "item[tool_search_call].arguments": { query: "look" },
    "item[tool_search_call].execution": "client",
    "item[tool_search_output].execution": "client",
    "item[tool_search_call].id": "tsc_srvtoolu_7",
    "item[tool_search_output].tools": [deferred],
    "item[additional_tools].tools": [{ ...lookUp, name: "more" }],
    role: "developer",
    server_label: "desk",
    "item[mcp_list_tools].tools": [{ name: "list", input_schema: {} }],
    "item[mcp_list_tools].error": "No.",
    "item[mcp_call].id": mcpId,
    "item[mcp_call].name": "list",
    "item[mcp_call].output": "None.",
    "item[mcp_call].error": "No.",
    "item[mcp_call].status": "completed",
    approval_request_id: "mcpr_mcptoolu_1",
    "item[mcp_approval_request].id": "mcpr_mcptoolu_1",
    "item[mcp_approval_request].name": "list",
    approve: false,
    reason: "Too late.",
    "function.name": "look",
    "custom.name": "say",
    parameters: schema,
    defer_loading: true,
    allowed_callers: ["programmatic"],
    output_schema: schema,
    "custom.format": { type: "grammar", syntax: "lark", definition: "start: x" },
    "tool[namespace].name": "group",
    "tool[namespace].tools": [{ ...lookUp, name: "member" }],
    "tool[tool_search].execution": "client",
    "tool[tool_search].parameters": { type: "object", properties: {} },
    "tool[mcp].server_label": "desk",
    server_url: "https://mcp.example.com",
    server_description: "A desk.",
    allowed_tools: ["list"],
    authorization: "token",
    headers: { "x-team": "a" },
    require_approval: "never",
    connector_id: "connector_gmail",
    tunnel_id: "t",
    always: { tool_names: ["list"] },
    never: { tool_names: ["list"] },
    tool_names: ["list"],
    read_only: true,
  },
  instances: {
    "tool_choice[function]": { name: "look" },
    "tool_choice[custom]": { name: "say" },
    "tool_choice[allowed_tools].tools[function]": { name: "look" },
    "tool_choice[allowed_tools].tools[custom]": { name: "say" },
    "tool_choice[allowed_tools].tools[mcp]": { server_label: "desk" },
    "tool_choice[allowed_tools]": { mode: "auto", tools: [{ type: "function", name: "look" }] },
    "text.format[json_schema]": { name: "answer", schema },
    "item[message]": responsesUser,
    "item[message][user]": responsesUser,
    "item[message][assistant]": { content: [{ type: "output_text", text: "Hello." }] },
    "item[message][system]": { content: [{ type: "input_text", text: "Be brief." }] },
    "item[message][developer]": { content: [{ type: "input_text", text: "Be brief." }] },
    "part[input_text]": { text: "Hello" },
    "part[output_text]": { text: "Hello" },
    "part[refusal]": { refusal: "No." },
    "part[input_image]": { image_url: picture },
    "part[input_file]": { file_data: pdf },
    "part of a system message[input_text]": { text: "Be brief." },
    "part of a system message[output_text]": { text: "Be brief." },
    "part of a system message[refusal]": { refusal: "No." },
    "item[function_call]": functionCall,
    "item[custom_tool_call]": customCall,
    "item[function_call_output]": { call_id: "c1", output: "Seen." },
    "item[custom_tool_call_output]": { call_id: "c1", output: "Seen." },
    "item[reasoning]": { summary: [] },
    "item[item_reference]": { id: "msg_none" },
    "item[tool_search_call]": { arguments: {}, call_id: "c1", execution: "client" },
    "item[tool_search_output]": { tools: [deferred], call_id: "c1", execution: "client" },
    "item[additional_tools]": { role: "developer", tools: [{ ...lookUp, name: "more" }] },
    "item[mcp_list_tools]": { server_label: "desk", tools: [{ name: "list", input_schema: {} }] },
    "item[mcp_call]": { id: mcpId, server_label: "desk", name: "list", arguments: "{}", output: "None." },
    "item[mcp_approval_request]": { id: "mcpr_mcptoolu_1", server_label: "desk", name: "list", arguments: "{}" },
    "item[mcp_approval_response]": { approval_request_id: "mcpr_mcptoolu_1", approve: false },
    "tool[function]": lookUp,
    "tool[custom]": saying,
    "tool[namespace]": group,
    "tool[namespace].tools[function]": { ...lookUp, name: "member" },
    "tool[namespace].tools[custom]": { ...saying, name: "member" },
    "tool[tool_search]": {},
    "tool[mcp]": { server_label: "desk", require_approval: "never" },
    "custom.format[grammar]": { syntax: "lark", definition: "start: x" },
  },
  lists: {
    input: (element) => {
      const type = typeOf(element);
      if (type === "function_call" || type === "custom_tool_call") {
        const output = { type: `${type}_output`, call_id: "c1", output: "Seen." };
        return [responsesUser, element, output];
      }
      if (type === "function_call_output") return [responsesUser, functionCall, element];
      if (type === "custom_tool_call_output") return [responsesUser, customCall, element];
      const search = { type: "tool_search_call", call_id: "c1", execution: "client", arguments: {} };
      const found = { type: "tool_search_output", call_id: "c1", execution: "client", tools: [deferred] };
      if (type === "tool_search_call") return [responsesUser, element, found];
      if (type === "tool_search_output") return [responsesUser, search, element];
      const request = {
        type: "mcp_approval_request",
        id: "mcpr_mcptoolu_1",
        server_label: "desk",
        name: "list",
        arguments: "{}",
      };
      if (type === "mcp_approval_response") return [responsesUser, request, element];
      if (type === "reasoning")
        return [responsesUser, element, functionCall, { type: "function_call_output", call_id: "c1", output: "x" }];
      return element === undefined ? [responsesUser] : [responsesUser, element, responsesUser];
    },
    tools: (element) => {
      const isSearch = typeOf(element) === "tool_search";
      return [element, { ...lookUp, name: "other" }, ...(isSearch ? [deferred] : [])].filter(
        (one) => one !== undefined,
      );
    },
    "tool[namespace].tools": (element) => [element],
  },
  besides: {
    "tool_choice[allowed_tools].tools[custom].namespace": {
      tools: [saying, { type: "namespace", name: "group", description: "", tools: [saying] }],
    },
    "tool_choice[allowed_tools].tools[function].namespace": {
      tools: [lookUp, { type: "namespace", name: "group", description: "", tools: [lookUp] }],
    },
    "tool_choice[custom].namespace": {
      tools: [saying, { type: "namespace", name: "group", description: "", tools: [saying] }],
    },
    "tool_choice[function].namespace": {
      tools: [lookUp, { type: "namespace", name: "group", description: "", tools: [lookUp] }],
    },
    "include[message.output_text.logprobs]": {},
    top_logprobs: { include: ["message.output_text.logprobs"] },
    stream_options: { stream: true },
  },
  without: {
    "input_image.file_id": ["image_url"],
    "input_file.file_id": ["file_data"],
    "input_file.file_url": ["file_data"],
  },
};
