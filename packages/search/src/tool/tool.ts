/**
 * A tool as it arrives: an MCP tool, an Anthropic tool and a plain object all fit.
 * Fields beyond these are left alone.
 */
export interface Tool {
  /** The name that the model calls, unique in the catalogue: `create_issue` or `mcp__github__create_issue`. */
  readonly name: string;
  /** What the tool does, in the author's words. */
  readonly description?: string | null | undefined;
  /** JSON Schema of the arguments, as MCP spells the field. */
  readonly inputSchema?: unknown;
  /** JSON Schema of the arguments, as the Anthropic API spells the field. Read where `inputSchema` is missing. */
  readonly input_schema?: unknown;
  /** Where the tool comes from. Read from an `mcp__server__tool` name where it is missing. */
  readonly server?: string | null | undefined;
  /** Words that people use for the tool and that its definition lacks. Never shown to a model. */
  readonly searchHint?: string | null | undefined;
}
