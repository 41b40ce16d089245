import { mcpToolName } from "@toolcrib/core/tools";

/** A tool as an MCP server lists it. Fields that this package does not know are kept. */
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
  /** Its name in the catalogue, `mcp__server__tool`; no other tool of the pool has it. */
  readonly name: string;
  readonly server: string;
  /** Its definition as the server gave it, with its own name. */
  readonly definition: ListedTool;
  /** A hash of the definition: the same definition, the same hash. */
  readonly hash: string;
  /** In the prompt from the start, as its server's entry or its own `_meta` says. */
  readonly alwaysLoad: boolean;
}

/** The tool as an index or the engine takes it: under its name in the catalogue. */
export interface CatalogueTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: unknown;
  readonly server: string;
  /** The names by which policy rules know it, however this name was shortened. */
  readonly aliases: readonly string[];
  readonly searchHint?: string;
  readonly alwaysLoad?: boolean;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** What the catalogue holds of a pooled tool. */
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
