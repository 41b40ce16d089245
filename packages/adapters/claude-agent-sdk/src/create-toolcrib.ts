import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Tool } from "@toolcrib/core";
import { AdapterCatalogue, type AdapterOptions, pickLoader, serverPrefix } from "@toolcrib/core/adapters";
import { type RealCalls, realCalls } from "./real-calls.ts";
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

/** What goes into the options of `query`. `canUseTool` and `hook` make yours see the real tool and its arguments. */
export interface Toolcrib extends RealCalls {
  /** An in-process MCP server. Every read creates a new one, because a server serves one query. */
  readonly mcpServers: Record<string, { type: "sdk"; name: string; instance: McpServer; alwaysLoad: boolean }>;
  /** The tools that need no permission: those that search. */
  readonly allowedTools: string[];
}

const loaders = { bridge: { hasBridge: true }, "tool-search": { hasBridge: false } } as const;
/** How found tools become callable: by one tool that calls what our search found, or by Claude Code's own search. */
export type LoaderName = keyof typeof loaders;
type Call = { readonly name: string; readonly arguments?: unknown };
/** Claude Code cuts the instructions of a server at 2,048 characters. */
const instructionTokens = 400;

/** Defers the tools of a Claude agent: give them to this function instead of to `createSdkMcpServer`. */
export function createToolcrib(tools: readonly SdkTool[], options: ToolcribOptions = {}): Toolcrib {
  const { serverName: name = "toolcrib", hints = {} } = options;
  const { hasBridge } = pickLoader(loaders, options.loader);
  const definitions = tools.map((tool, position) => catalogueTool(tool, position, hints[tool.name]));
  const catalogue = new AdapterCatalogue(definitions, { announcementBudgetTokens: instructionTokens, ...options });
  const { searchTool, skillTools, bridge, systemText = "" } = catalogue;
  const kept = definitions.filter((tool) => !catalogue.isHidden(tool.name));
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const searches: Tool[] = [...(hasBridge ? [searchTool] : []), ...skillTools];
  const listed = [
    ...(hasBridge ? catalogue.eager(kept) : kept).map((tool) => listTool(tool, !catalogue.isDeferred(tool.name))),
    ...(hasBridge ? [...searches, bridge.tool] : searches).map((tool) => listTool(tool, true)),
  ];

  async function call({ name: called, arguments: args }: Call, extra: unknown): Promise<CallToolResult> {
    if (hasBridge && called === searchTool.name) return textResult(catalogue.describe(await catalogue.search(args)));
    if (skillTools.some((tool) => tool.name === called)) {
      const { text, isError } = await catalogue.answerSkill(called, args, []);
      return textResult(text, isError);
    }
    const real = hasBridge ? catalogue.unwrapCall({ name: called, input: args }) : { name: called, input: args };
    const tool = catalogue.isHidden(real.name) ? undefined : byName.get(real.name);
    if (tool !== undefined) return callSdkTool(tool, real.input, extra);
    return textResult(`There is no tool ${real.name}. Call ${searchTool.name} to find tools.`, true);
  }

  function createServer(): McpServer {
    const instructions = hasBridge && systemText !== "" ? { instructions: systemText } : {};
    const instance = new McpServer({ name, version: "1.0.0" }, { capabilities: { tools: {} }, ...instructions });
    instance.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
    instance.server.setRequestHandler(CallToolRequestSchema, (request, extra) => call(request.params, extra));
    return instance;
  }

  const prefix = serverPrefix(name);
  return {
    get mcpServers() {
      return { [name]: { type: "sdk" as const, name, instance: createServer(), alwaysLoad: hasBridge } };
    },
    allowedTools: searches.map((tool) => `${prefix}${tool.name}`),
    ...realCalls(catalogue, prefix),
  };
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
