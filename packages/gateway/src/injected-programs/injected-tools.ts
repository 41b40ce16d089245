import type { Tool } from "@toolcrib/core";
import type { ClientRequest } from "../contracts/client-request.ts";
import { programToolName } from "../inner-form/program-parts.ts";
import { hasCircularReference } from "../programs/circular-reference.ts";

/** The version of the contract that is used between the gateway's own parts. */
const contract = "code_execution_20260120";

/** The tools of a request with an entry for programs; undefined if programs would change what the client asks for, or could call nothing. */
export function toolsWithPrograms({ kind, body, rejection }: ClientRequest): readonly Tool[] | undefined {
  const { tools, tool_choice: choice } = body;
  if (kind !== "messages" || rejection !== undefined || !Array.isArray(tools)) return undefined;
  if (choice?.disable_parallel_tool_use === true) return undefined;
  const given = tools as readonly Tool[];
  // The client knows about programs, or its tool has the name of ours.
  if (given.some((tool) => tool?.name === programToolName || hasCallers(tool))) return undefined;
  const callable = new Set(given.filter(isCallable));
  if (callable.size === 0) return undefined;
  const entry: Tool = { type: contract, name: programToolName };
  // First, so that a cache breakpoint on the client's last tool includes it.
  return [entry, ...given.map((tool) => (callable.has(tool) ? withCallers(tool) : tool))];
}

const withCallers = (tool: Tool): Tool => ({ ...tool, allowed_callers: ["direct", contract] }) as Tool;

const hasCallers = (tool: Tool): boolean => typeof tool === "object" && tool !== null && "allowed_callers" in tool;

/** Function tools, without those that the contract does not let programs call. */
function isCallable(tool: Tool): boolean {
  if (typeof tool !== "object" || tool === null || typeof tool.name !== "string") return false;
  const { type, strict, input_schema: schema } = tool as Tool & { readonly strict?: unknown };
  const isFunction = (type === undefined || type === "custom") && typeof schema === "object" && schema !== null;
  return isFunction && strict !== true && !hasCircularReference(schema);
}
