import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  type CallToolRequest,
  CallToolRequestSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { CoreError, type Tool } from "@toolcrib/core";
import {
  AdapterCatalogue,
  type AdapterOptions,
  checkNames,
  checkToolList,
  pickLoader,
  serverPrefix,
} from "@toolcrib/core/adapters";
import { type BridgedServer, showRealCalls } from "./real-calls.ts";
import type { QueryOptions } from "./rules/query-options.ts";
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
/** Where Claude Code writes the id of a call, which its hooks have, too. */
const toolUseId = "claudecode/toolUseId";

interface Extra {
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** Claude Code cuts the instructions of a server at 2,048 characters. */
const instructionTokens = 400;

/** Defers the tools of a Claude agent: give them to this function instead of to `createSdkMcpServer`. */
export function createToolcrib(tools: readonly SdkTool[], options: ToolcribOptions = {}): Toolcrib {
  const { serverName: name = "toolcrib", hints = {} } = options;
  const prefix = serverPrefix(name);
  const { hasBridge } = pickLoader(loaders, options.loader);
  const definitions = checkToolList(tools).map((tool, position) => catalogueTool(tool, position, hints[tool.name]));
  const catalogue = new AdapterCatalogue(definitions, { announcementBudgetTokens: instructionTokens, ...options });
  const { searchTool, skillTools, bridge, systemText = "" } = catalogue;
  const names = definitions.map((tool) => tool.name);
  checkNames("eager", options.eager ?? [], [...names, searchTool.name, ...skillTools.map(({ name = "" }) => name)]);
  checkNames("hints", Object.keys(hints), names);
  const kept = definitions.filter((tool) => !catalogue.isHidden(tool.name));
  const byName = new Map(tools.flatMap((tool) => (catalogue.isHidden(tool.name) ? [] : [[tool.name, tool]])));
  const searches: Tool[] = [...(hasBridge ? [searchTool] : []), ...skillTools];
  const listed = [
    ...(hasBridge ? catalogue.eager(kept) : kept).map((tool) => listTool(tool, !catalogue.isDeferred(tool.name))),
    ...(hasBridge ? [...searches, bridge.tool] : searches).map((tool) => listTool(tool, true)),
  ];

  // Claude Code shows a tool under a name without other characters.
  const fullName = (tool: string) => prefix + tool.replaceAll(/[^\w-]/g, "_");
  const server: BridgedServer = {
    prefix,
    toolNames: kept.map((tool) => fullName(tool.name)),
    deferredNames: catalogue.deferred(kept).map((tool) => fullName(tool.name)),
    bridge: prefix + bridge.tool.name,
    ownNames: [...searches, bridge.tool].map((tool) => prefix + tool.name),
    realCall(input) {
      const real = catalogue.unwrapCall({ name: bridge.tool.name, input });
      return byName.has(real.name) ? { toolName: fullName(real.name), input: real.input } : undefined;
    },
  };

  type Refuse = ReturnType<typeof showRealCalls>["refuse"];
  async function call({ name: called, arguments: args }: CallToolRequest["params"], extra: Extra, refuse: Refuse) {
    const real = hasBridge ? catalogue.unwrapCall({ name: called, input: args }) : { name: called, input: args };
    const answer = await catalogue.answerText(real.name, real.input);
    if (answer !== undefined) return textResult(answer.text, answer.isError);
    const tool = byName.get(real.name);
    if (tool === undefined)
      return textResult(`There is no tool ${real.name}. Call ${searchTool.name} to find tools.`, true);
    const isBridged = hasBridge && called === bridge.tool.name;
    const refusal = isBridged
      ? refuse({ toolName: fullName(real.name), input: real.input }, extra._meta?.[toolUseId])
      : undefined;
    return refusal === undefined ? callSdkTool(tool, real.input, extra) : textResult(refusal, true);
  }

  function queryOptions(given: QueryOptions): QueryOptions {
    const { mcpServers = {} } = given;
    if (name in mcpServers) {
      throw new CoreError("invalid_setting", { setting: "serverName", expected: "a name of its own", received: name });
    }
    const { options: shown, refuse } = hasBridge
      ? showRealCalls(given, server)
      : { options: given, refuse: () => undefined };
    const instructions = hasBridge && systemText !== "" ? { instructions: systemText } : {};
    const instance = new McpServer({ name, version: "1.0.0" }, { capabilities: { tools: {} }, ...instructions });
    instance.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
    instance.server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => call(params, extra, refuse));
    return {
      ...shown,
      mcpServers: { ...mcpServers, [name]: { type: "sdk", name, instance, alwaysLoad: hasBridge } },
      allowedTools: [...(given.allowedTools ?? []), ...searches.map((tool) => prefix + tool.name)],
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
