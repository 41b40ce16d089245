import type { Ingredients } from "./sample-requests.ts";

type Fields = Readonly<Record<string, unknown>>;

const schema = {
  type: "object",
  properties: { at: { type: "string" } },
  required: ["at"],
  additionalProperties: false,
};
const look = { name: "look", description: "Looks.", input_schema: schema };
const user = { role: "user", content: [{ type: "text", text: "Hi" }] };
const call = { type: "tool_use", id: "toolu_1", name: "look", input: {} };
const result = { type: "tool_result", tool_use_id: "toolu_1", content: "Seen." };
const png = { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" };
const pdf = { type: "base64", media_type: "application/pdf", data: "JVBERi0xLjQK" };
const format = { type: "json_schema", schema };
const enabled = { citations: { enabled: true } };

export const messagesIngredients: Ingredients = {
  base: { model: "m", max_tokens: 100, messages: [user], tools: [look] },
  values: {
    messages: [user],
    content: [{ type: "text", text: "Hello" }],
    system: "Be brief.",
    max_tokens: 100,
    tools: [look],
    "tool.name": "look",
    description: "It does something.",
    input_schema: schema,
    strict: true,
    defer_loading: true,
    allowed_callers: ["code_execution_20260120"],
    input_examples: [{ at: "x" }],
    eager_input_streaming: true,
    cache_control: { type: "ephemeral" },
    tool_choice: { type: "any" },
    disable_parallel_tool_use: true,
    "tool_choice[tool].name": "look",
    stream: true,
    temperature: 0.5,
    top_p: 0.5,
    top_k: 5,
    stop_sequences: ["END"],
    thinking: { type: "enabled", budget_tokens: 4_000 },
    budget_tokens: 1_024,
    display: "omitted",
    output_config: { format },
    effort: "high",
    "output_config.format": format,
    task_budget: { type: "tokens", total: 5 },
    output_format: format,
    schema,
    metadata: { user_id: "u1" },
    user_id: "u2",
    mcp_servers: [{ type: "url", name: "desk", url: "https://mcp.example.com" }],
    context_management: { edits: [{ type: "clear_tool_uses_20250919" }] },
    compaction: { type: "auto" },
    service_tier: "priority",
    speed: "fast",
    diagnostics: { type: "all" },
    fallbacks: [{ model: "n" }],
    fallback_credit_token: "t",
    user_profile_id: "p",
    workspace_id: "w",
    container: "c",
    inference_geo: "us",
    text: "Hello",
    "text.citations": [{ type: "char_location" }],
    "image.source": png,
    transformations: { resize: 1 },
    "document.source": pdf,
    title: "a.pdf",
    context: "About it.",
    "document.citations": enabled.citations,
    "search_result.citations": enabled.citations,
    "search_result.title": "Title",
    "search_result.source": "https://example.com",
    "search_result.content": [{ type: "text", text: "Found." }],
    "block[thinking].thinking": "Hm.",
    signature: "c2ln",
    data: "ZGF0YQ",
    id: "toolu_1",
    "block[tool_use].name": "look",
    input: { at: "Rome" },
    caller: { type: "code_execution_20260120", tool_id: "t" },
    toolset_name: "desk",
    tool_use_id: "toolu_1",
    "block[tool_result].content": "Seen.",
    is_error: true,
    tool_name: "look",
  },
  instances: {
    "messages[user]": { content: [{ type: "text", text: "Hello" }] },
    "messages[assistant]": { content: [{ type: "text", text: "Hello" }] },
    "messages[system]": { content: [{ type: "text", text: "Be brief." }] },
    "system[text]": { text: "Be brief." },
    "tools[custom]": look,
    "tools[bash_20241022]": { name: "bash" },
    "tools[bash_20250124]": { name: "bash" },
    "tools[text_editor_20241022]": { name: "editor" },
    "tools[text_editor_20250124]": { name: "editor" },
    "tools[text_editor_20250429]": { name: "editor" },
    "tools[text_editor_20250728]": { name: "editor" },
    "tools[memory_20250818]": { name: "memory" },
    "tools[tool_search_tool_bm25]": { name: "tool_search_tool_bm25" },
    "tools[tool_search_tool_regex]": { name: "tool_search_tool_regex" },
    "tools[tool_search_tool_bm25_20251119]": { name: "tool_search_tool_bm25" },
    "tools[tool_search_tool_regex_20251119]": { name: "tool_search_tool_regex" },
    "tools[mcp_toolset]": { mcp_server_name: "desk" },
    "tool_choice[tool]": { name: "look" },
    "thinking[enabled]": { budget_tokens: 4_000 },
    "format[json_schema]": { schema },
    "block[text]": { text: "Hello" },
    "block[image]": { source: png },
    "block[document]": { source: pdf },
    "block[search_result]": {
      title: "Title",
      source: "https://example.com",
      content: [{ type: "text", text: "Found." }],
    },
    "block[thinking]": { thinking: "Hm.", signature: "c2ln" },
    "block[redacted_thinking]": { data: "ZGF0YQ" },
    "block[tool_use]": call,
    "block[tool_result]": result,
    "block[tool_result].content[text]": { text: "Hello" },
    "block[tool_result].content[image]": { source: png },
    "block[tool_result].content[document]": { source: pdf },
    "block[tool_result].content[search_result]": {
      title: "T",
      source: "s",
      content: [{ type: "text", text: "Found." }],
    },
    "block[tool_result].content[tool_reference]": { tool_name: "look" },
    "block[tool_result].content[browser_state]": { tabs: [] },
    "image.source[base64]": png,
    "image.source[url]": { url: "https://example.com/a.png" },
    "image.source[file]": { file_id: "f" },
    "document.source[base64]": pdf,
    "document.source[text]": { media_type: "text/plain", data: "Text." },
    "document.source[content]": { content: [{ type: "text", text: "Text." }] },
    "document.source[url]": { url: "https://example.com/a.pdf" },
    "document.source[file]": { file_id: "f" },
  },
  lists: {
    messages: (element) => {
      const { role, content } = (element ?? {}) as Fields;
      if (element === undefined) return [user];
      if (role === "assistant") return [user, element, user];
      if (role === "system") return [user, element];
      const blocks = Array.isArray(content) ? (content as readonly Fields[]) : [];
      const answers = blocks.some(({ type }) => type === "tool_result");
      const calls = blocks.filter(({ type }) => type === "tool_use");
      if (answers) return [user, { role: "assistant", content: [call] }, element];
      if (calls.length === 0) return [element];
      return [user, { ...(element as Fields), role: "assistant" }, { role: "user", content: [result] }];
    },
    tools: (element) => {
      const isSearch = String((element as Fields | undefined)?.["type"]).startsWith("tool_search_tool");
      return [element, { ...look, name: "other" }, ...(isSearch ? [{ ...look, defer_loading: true }] : [])];
    },
  },
  without: {},
  besides: {
    "block[tool_result].content[tool_reference]": {
      tools: [
        { ...look, defer_loading: true },
        { ...look, name: "other" },
      ],
    },
  },
};
