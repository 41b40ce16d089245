import { mcpToolName } from "@toolcrib/core/tools";

/** A tool as an MCP server lists it. Unknown fields are kept. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
  readonly [field: string]: unknown;
}

/** A tool of a server in the pool. */
export interface PooledTool {
  /** Its unique name in the pool, `mcp__server__tool`. */
  readonly name: string;
  readonly server: string;
  /** Its definition from the server, with its own name. */
  readonly definition: ListedTool;
  /** A hash of the definition. */
  readonly hash: string;
  /** Always in the prompt, according to its server's entry or its own `_meta`. */
  readonly alwaysLoad: boolean;
}

/** The tool for an index or the engine: under its catalogue name. */
export interface CatalogueTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: unknown;
  readonly server: string;
  /** The names that policy rules match, even if this name was shortened. */
  readonly aliases: readonly string[];
  readonly searchHint?: string;
  readonly alwaysLoad?: boolean;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Converts a pooled tool for the catalogue. */
export function catalogueTool({ name, server, definition, alwaysLoad }: PooledTool): CatalogueTool {
  const { description, title, inputSchema, annotations, _meta } = definition;
  const hint = _meta?.["anthropic/searchHint"] ?? title;
  return {
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema,
    server,
    aliases: [`mcp__${server}__${definition.name}`, mcpToolName(server, definition.name), definition.name],
    ...(typeof hint === "string" ? { searchHint: hint } : {}),
    ...(alwaysLoad ? { alwaysLoad } : {}),
    ...(annotations === undefined ? {} : { annotations }),
    ...(_meta === undefined ? {} : { _meta }),
  };
}
