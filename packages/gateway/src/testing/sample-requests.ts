const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
/** Tools of a client: two in the prompt, two deferred. */
export const tools = [
  { name: "Bash", description: "Runs.", input_schema: schema, cache_control: { type: "ephemeral" } },
  { name: "ToolSearch", description: "Finds tools.", input_schema: { type: "object", properties: {} } },
  { name: "get_weather", description: "Weather.", input_schema: schema, defer_loading: true },
  { name: "mcp__a__b", description: "Does.", input_schema: schema, defer_loading: true, strict: true },
];
const serverSearch = { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" };
/** A toolset of the server `cal`, with everything that one can say about it. */
export const toolset = {
  type: "mcp_toolset",
  mcp_server_name: "cal",
  default_config: { enabled: true, defer_loading: true },
  configs: { list: { enabled: true } },
  tools: [{ name: "list", description: "Lists.", input_schema: schema }],
};
const reference = { type: "tool_reference", tool_name: "get_weather" };
/** A conversation with blocks of every kind that the gateway reads. */
export const talk = [
  { role: "user", content: "How is the weather in Oslo?" },
  { role: "system", content: "Deferred tools: get_weather" },
  {
    role: "assistant",
    content: [
      { type: "thinking", thinking: "hm", signature: "s" },
      { type: "text", text: "Let me look." },
      { type: "tool_use", id: "toolu_1", name: "ToolSearch", input: { query: "weather" }, caller: { type: "direct" } },
    ],
  },
  {
    role: "user",
    content: [
      {
        type: "tool_result",
        tool_use_id: "toolu_1",
        content: [reference, { type: "text", text: "x" }],
        is_error: false,
      },
      { type: "text", text: "Go on.", cache_control: { type: "ephemeral" } },
    ],
  },
  {
    role: "assistant",
    content: [
      { type: "server_tool_use", id: "srvtoolu_1", name: "tool_search_tool_bm25", input: { query: "weather" } },
      {
        type: "tool_search_tool_result",
        tool_use_id: "srvtoolu_1",
        content: { type: "tool_search_tool_search_result", tool_references: [reference] },
      },
      { type: "mcp_tool_listing", mcp_server_name: "cal", tools: [{ name: "list", input_schema: schema }] },
      { type: "mcp_tool_use", id: "mcptoolu_1", name: "list", server_name: "cal", input: {} },
      { type: "mcp_tool_result", tool_use_id: "mcptoolu_1", is_error: false, content: [{ type: "text", text: "t" }] },
      {
        type: "compaction",
        content: "So far.",
        tool_changes: [{ type: "tool_addition", tool: { type: "tool_reference", name: "get_weather" } }],
      },
    ],
  },
  { role: "user", content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } }] },
  {
    role: "system",
    content: [
      {
        type: "tool_addition",
        tool: { type: "tool_definition", definition: { name: "late", description: "x", input_schema: schema } },
      },
    ],
  },
  { role: "assistant", content: [{ type: "tool_use", id: "toolu_2", name: "get_weather", input: { city: "Oslo" } }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_2", content: "Rain." }] },
];
/** A whole request. */
export const body = {
  model: "bridge",
  max_tokens: 100,
  stream: false,
  system: [{ type: "text", text: "You are.", cache_control: { type: "ephemeral" } }],
  messages: talk,
  tools,
  tool_choice: { type: "auto", disable_parallel_tool_use: false },
  metadata: { user_id: "u" },
  thinking: { type: "enabled", budget_tokens: 50 },
};
/** The same from a client that defers nothing. */
export const plain = { ...body, tools: tools.map((tool) => ({ ...tool, defer_loading: undefined })) };
const searching = { ...body, tools: [...tools, serverSearch], messages: talk.slice(0, 5) };
/** The first request of a conversation with an MCP server. */
export const withToolset = {
  ...body,
  tools: [tools[0], toolset],
  mcp_servers: [{ type: "url", name: "cal", tool_configuration: { enabled: true, allowed_tools: ["list"] } }],
  messages: talk.slice(0, 1),
};
/** Requests of every kind, for which each route has an answer. */
export const samples: readonly object[] = [
  body,
  plain,
  searching,
  withToolset,
  { ...body, stream: true },
  { ...searching, stream: true },
];
