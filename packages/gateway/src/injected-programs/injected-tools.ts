import type { Tool } from "@toolcrib/core";
import { isRecord } from "@toolcrib/shared/json";
import type { ClientRequest } from "../contracts/client-request.ts";
import { programToolName, toolsetAllowsPrograms } from "../inner-form/program-parts.ts";
import { hasCircularReference } from "../programs/circular-reference.ts";

/** The version of the contract that is used between the gateway's own parts. */
const contract = "code_execution_20260120";

/** The tools of a request with an entry for programs; undefined if programs would change what the client asks for, or could call nothing. */
export function toolsWithPrograms(
  { body, rejection }: ClientRequest,
  { runsToolsets }: { readonly runsToolsets: boolean },
): readonly Tool[] | undefined {
  const { tools, tool_choice: choice } = body;
  if (rejection !== undefined || !Array.isArray(tools)) return undefined;
  if (choice?.disable_parallel_tool_use === true) return undefined;
  const given = tools as readonly Tool[];
  // The client knows about programs, or its tool has the name of ours.
  if (given.some((tool) => tool?.name === programToolName || hasCallers(tool))) return undefined;
  const callable = new Set(given.filter((tool) => isCallable(tool) || (runsToolsets && isToolset(tool))));
  if (callable.size === 0) return undefined;
  const entry: Tool = { type: contract, name: programToolName };
  // First, so that a cache breakpoint on the client's last tool includes it.
  return [entry, ...given.map((tool) => (callable.has(tool) ? withCallers(tool) : tool))];
}

const callers = { allowed_callers: ["direct", contract] };

function withCallers(tool: Tool): Tool {
  if (!isToolset(tool)) return { ...tool, ...callers } as Tool;
  const { default_config: byDefault } = tool as Tool & { readonly default_config?: unknown };
  return { ...tool, default_config: { ...(isRecord(byDefault) && byDefault), ...callers } } as Tool;
}

const hasCallers = (tool: Tool): boolean =>
  isRecord(tool) && ("allowed_callers" in tool || toolsetAllowsPrograms(tool));

/** The tools of an MCP server. */
const isToolset = (tool: Tool): boolean => isRecord(tool) && tool["type"] === "mcp_toolset";

/** Function tools, without those that the contract does not let programs call. */
function isCallable(tool: Tool): boolean {
  if (typeof tool !== "object" || tool === null || typeof tool.name !== "string") return false;
  const { type, strict, input_schema: schema } = tool as Tool & { readonly strict?: unknown };
  const isFunction = (type === undefined || type === "custom") && typeof schema === "object" && schema !== null;
  return isFunction && strict !== true && !hasCircularReference(schema);
}
