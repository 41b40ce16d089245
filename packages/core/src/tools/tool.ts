/** MCP's hints about what a tool does; policy rules can refer to them. */
export type ToolAnnotations = Readonly<Record<string, unknown>>;

/**
 * A tool of the catalogue: the API's fields (`name`, `description`, `input_schema`, `strict`, `input_examples` …) and
 * fields that the engine reads to decide about it. The engine's own fields are never sent. Tools are cached by
 * identity: replace one that changes, never modify it.
 */
export interface Tool {
  /** The name that the model calls. Absent only on entries that have none on the wire, such as `mcp_toolset`. */
  readonly name?: string;
  /** The type of an API-provided tool (`web_search_20250305`, `mcp_toolset` …); absent or `custom` for all others. */
  readonly type?: string | null | undefined;
  readonly description?: string | null | undefined;
  /** JSON Schema (2020-12) of the arguments. */
  readonly input_schema?: unknown;
  /** The same in MCP's spelling; sent as `input_schema`. */
  readonly inputSchema?: unknown;
  readonly cache_control?: unknown;
  readonly defer_loading?: boolean | null | undefined;
  /** Its MCP server. If absent, parsed from an `mcp__server__tool` name. */
  readonly server?: string | undefined;
  /** Other names that policy rules match: `mcp__server__tool`, and the name that its server uses. */
  readonly aliases?: readonly string[] | undefined;
  /** Always keep it in the prompt. */
  readonly alwaysLoad?: boolean | undefined;
  /** Defer it although it is built in. */
  readonly shouldDefer?: boolean | undefined;
  /** Its backend is still starting: deferred until it is ready. */
  readonly starting?: boolean | undefined;
  /** Short-lived: never found by a search, because the reference would outlive it. */
  readonly transient?: boolean | undefined;
  /** Words that people use for it but its definition lacks. */
  readonly searchHint?: string | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  /** MCP's `_meta`; `anthropic/alwaysLoad` and `anthropic/searchHint` are read from it. */
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** A tool as it is sent. */
export interface WireTool {
  readonly name?: string;
  readonly type?: string | null;
  readonly description?: string;
  readonly input_schema?: unknown;
  readonly defer_loading?: boolean;
  readonly cache_control?: unknown;
}

const serverInName = /^mcp__(.+?)__./;

/** The MCP server of a tool, if it has one. */
export function serverOf(tool: Tool): string | undefined {
  return tool.server ?? (tool.name === undefined ? undefined : serverInName.exec(tool.name)?.[1]);
}

/** Whether the API itself provides the tool, so that it has no schema here. */
export function isProvidedByApi(tool: Tool): boolean {
  return typeof tool.type === "string" && tool.type !== "custom";
}

/** Whether the entry is the API's own search (`tool_search_tool_regex`, `tool_search_tool_bm25`), dated or not. */
export function isServerSearch(tool: Tool): boolean {
  return typeof tool.type === "string" && /^tool_search_tool_(regex|bm25)(_\d+)?$/.test(tool.type);
}

/** Whether the entry is the API's code execution, whose code can call tools. */
export function isCodeExecution(tool: Tool): boolean {
  return typeof tool.type === "string" && /^code_execution_\d+$/.test(tool.type);
}
