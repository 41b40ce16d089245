import { ProtocolError, ProtocolErrorCode, type Result } from "@modelcontextprotocol/server";
import { untouchedResult } from "../pool/untouched-result.ts";
import type { ProtocolEra } from "../wire/protocol-era.ts";
import { asResult } from "./as-result.ts";
import type { FrontCaller } from "./front-caller.ts";
import { FrontServer } from "./front-server.ts";
import type { FrontSession } from "./front-session.ts";
import { skillsInstruction } from "./front-skill-tools.ts";
import { handlePrompts } from "./prompt-handlers.ts";
import { handleResources } from "./resource-handlers.ts";
import { ServedFront, type SharedFront } from "./served-front.ts";

/** A client's session and its MCP server. */
export interface SessionServer {
  readonly server: FrontServer;
  readonly session: FrontSession;
}

const instructions =
  "One server for many. Its tools are not listed from the start: find them with search_tools and call them with call_tool.";

/** The front's self-description is constant while it runs, and the same for everyone, unless it has skills for some. */
const discoverCaching = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** Creates an MCP server: for one session in the legacy era, for any number of requests in the modern one. */
export function createSessionServer(
  era: ProtocolEra,
  caller: FrontCaller | undefined,
  shared: SharedFront,
): SessionServer {
  const { name, version } = shared.options;
  const catalogue = shared.catalogueOf(caller);
  const { rules } = catalogue.view(caller?.policy() ?? [], "");
  const hasSkills = catalogue.skills.tools(rules).length > 0;
  const server = new FrontServer(
    { name, version },
    {
      instructions: hasSkills ? `${instructions} ${skillsInstruction}` : instructions,
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        completions: {},
        logging: {},
      },
      cacheHints: {
        "server/discover":
          shared.options.skills() === undefined ? discoverCaching : { ...discoverCaching, cacheScope: "private" },
      },
    },
  );
  const front = new ServedFront(server, era, caller, shared);
  server.setRequestHandler("tools/list", async (_request, context) => {
    await front.freshen("tools");
    const tools = front.sessionOf(context).listTools();
    return asResult<"tools/list">({ tools, ...front.listCaching(context) });
  });
  server.setRequestHandler("tools/call", { params: untouchedResult }, async (params, context): Promise<Result> => {
    const { name: tool, arguments: input } = params;
    if (typeof tool !== "string")
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Expected the name of a tool");
    return front.callTool(context, tool, input);
  });
  handlePrompts(server, front);
  handleResources(server, front);
  return { server, session: front.session };
}
