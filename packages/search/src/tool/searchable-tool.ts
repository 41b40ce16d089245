/**
 * A tool as input: an MCP tool, an Anthropic tool and a plain object all fit.
 * Other fields are ignored.
 */
export interface SearchableTool {
  /** The name that the model calls, unique in the catalogue: `create_issue` or `mcp__github__create_issue`. */
  readonly name: string;
  /** The author's description. */
  readonly description?: string | null | undefined;
  /** JSON Schema of the arguments, in MCP's spelling. */
  readonly inputSchema?: unknown;
  /** JSON Schema of the arguments, in the Anthropic API's spelling. Used if `inputSchema` is missing. */
  readonly input_schema?: unknown;
  /** Its server. If missing, parsed from an `mcp__server__tool` name. */
  readonly server?: string | null | undefined;
  /** Words that people use for the tool but its definition lacks. Never shown to a model. */
  readonly searchHint?: string | null | undefined;
}
