import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { CoreError, type Tool } from "@toolcrib/core";
import { AdapterCatalogue, type AdapterOptions, pickLoader, serverPrefix } from "@toolcrib/core/adapters";
import { type QueryOptions, showRealCalls } from "./real-calls.ts";
import { callSdkTool, catalogueTool, type SdkTool, textResult } from "./sdk-tool.ts";

/** Options for `createToolcrib`. Everything has a default. */
export interface ToolcribOptions extends AdapterOptions {
  /** The name of the MCP server, which is part of the tools' names: `mcp__toolcrib__…`. Default: `toolcrib`. */
  readonly serverName?: string;
  /** Default: our search, and one tool that calls what it found. */
  readonly loader?: LoaderName;
  /** Words that people use for a tool and that its definition lacks, by its name. */
  readonly hints?: Readonly<Record<string, string>>;
}

/** The tools of an agent behind a search. */
export interface Toolcrib {
  /**
   * The options of a query, and the tools in an MCP server in your process. Permissions and hooks in them see the real
   * tool and its arguments. Call it for every query, because a server serves one.
   */
  readonly options: <Given extends QueryOptions | object | undefined>(given: NoInfer<Given>) => NonNullable<Given>;
}

const loaders = { bridge: { hasBridge: true }, "tool-search": { hasBridge: false } } as const;
/** How found tools become callable: by one tool that calls what our search found, or by Claude Code's own search. */
export type LoaderName = keyof typeof loaders;
/** Claude Code cuts the instructions of a server at 2,048 characters. */
const instructionTokens = 400;

/** Defers the tools of a Claude agent: give them to this function instead of to `createSdkMcpServer`. */
export function createToolcrib(tools: readonly SdkTool[], options: ToolcribOptions = {}): Toolcrib {
  const { serverName: name = "toolcrib", hints = {} } = options;
  const prefix = serverPrefix(name);
  const { hasBridge } = pickLoader(loaders, options.loader);
  const definitions = tools.map((tool, position) => catalogueTool(tool, position, hints[tool.name]));
  const catalogue = new AdapterCatalogue(definitions, { announcementBudgetTokens: instructionTokens, ...options });
  const { searchTool, skillTools, bridge, systemText = "" } = catalogue;
  const kept = definitions.filter((tool) => !catalogue.isHidden(tool.name));
  const byName = new Map(tools.flatMap((tool) => (catalogue.isHidden(tool.name) ? [] : [[tool.name, tool]])));
  const searches: Tool[] = [...(hasBridge ? [searchTool] : []), ...skillTools];
  const listed = [
    ...(hasBridge ? catalogue.eager(kept) : kept).map((tool) => listTool(tool, !catalogue.isDeferred(tool.name))),
    ...(hasBridge ? [...searches, bridge.tool] : searches).map((tool) => listTool(tool, true)),
  ];

  async function call(called: string, args: unknown, extra: unknown, denied: readonly string[]) {
    const answer = await catalogue.answerText(called, args);
    if (answer !== undefined) return textResult(answer.text, answer.isError);
    const real = hasBridge ? catalogue.unwrapCall({ name: called, input: args }) : { name: called, input: args };
    // Claude Code sees the bridge, and cannot keep the model from a tool behind it.
    const tool = denied.includes(prefix + real.name) ? undefined : byName.get(real.name);
    if (tool !== undefined) return callSdkTool(tool, real.input, extra);
    return textResult(`There is no tool ${real.name}. Call ${searchTool.name} to find tools.`, true);
  }

  function queryOptions(given: QueryOptions): QueryOptions {
    const { mcpServers = {}, allowedTools = [], disallowedTools = [] } = given;
    if (name in mcpServers) {
      throw new CoreError("invalid_setting", { setting: "serverName", expected: "a name of its own", received: name });
    }
    const instructions = hasBridge && systemText !== "" ? { instructions: systemText } : {};
    const instance = new McpServer({ name, version: "1.0.0" }, { capabilities: { tools: {} }, ...instructions });
    instance.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
    instance.server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
      call(params.name, params.arguments, extra, disallowedTools),
    );
    return {
      ...showRealCalls(given, catalogue, prefix),
      mcpServers: { ...mcpServers, [name]: { type: "sdk", name, instance, alwaysLoad: hasBridge } },
      allowedTools: [...allowedTools, ...searches.map((tool) => prefix + tool.name)],
    };
  }
  return { options: (given) => queryOptions(given ?? {}) as NonNullable<typeof given> };
}

/** `anthropic/alwaysLoad` keeps a tool in the prompt; others stay behind Claude Code's search. */
function listTool({ name = "", description, input_schema, annotations, _meta }: Tool, alwaysLoad: boolean) {
  return {
    name,
    description: description ?? "",
    inputSchema: input_schema as { type: "object" },
    annotations,
    _meta: { ..._meta, ...(alwaysLoad ? { "anthropic/alwaysLoad": true } : {}) },
  };
}
