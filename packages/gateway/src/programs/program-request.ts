import type { Tool } from "@toolcrib/core";
import { hidesTool, type PolicyRule } from "@toolcrib/core/policy";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { messagesDialectName } from "../contracts/messages-dialect-name.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { callersOf, type ProgramParts } from "../inner-form/program-parts.ts";
import type { CallableTool } from "./callable-tools.ts";
import { hasCircularReference } from "./circular-reference.ts";

/** What a request says about programs. */
export interface ProgramRequest {
  readonly entry: Tool;
  /** The tools that programs may call, by name, without those that a rule hides: the client's in their order, then those of MCP servers. */
  readonly callable: ReadonlyMap<string, CallableTool>;
  /** The tools of the request without the entry and without those that only programs may call. */
  readonly direct: ReadonlySet<Tool>;
}

/** Reads a request with programs, and throws what the API throws if it breaks their rules. */
export function readProgramRequest(
  body: MessagesBody,
  { entry, callable }: ProgramParts,
  policy: readonly PolicyRule[],
  ofServers: readonly CallableTool[],
  dialect: string,
): ProgramRequest {
  const tools = body.tools ?? [];
  const ofPrograms = new Set(callable);
  const direct = tools.filter(
    (tool) => tool !== entry && (!ofPrograms.has(tool) || callersOf(tool).includes("direct")),
  );
  const allowed = callable.filter((tool) => !hidesTool(tool, policy));
  checkRules(body, allowed, { direct: new Set(direct), isMessages: dialect === messagesDialectName });
  const all = [...allowed.map(clientTool), ...ofServers];
  const byName = new Map(all.map((each) => [each.tool.name, each]));
  if (byName.size < all.length) throw invalid("tools", "Tool names must be unique.");
  return { entry, callable: byName, direct: new Set(direct) };
}

function clientTool(tool: Tool): CallableTool {
  const { output_schema: outputSchema } = tool as Tool & { readonly output_schema?: unknown };
  return { tool: tool as CallableTool["tool"], outputSchema: outputSchema ?? undefined };
}

/** What the APIs refuse in requests with programs; some of it only Anthropic's. */
function checkRules(
  { tool_choice: choice, tools }: MessagesBody,
  callable: readonly Tool[],
  { direct, isMessages }: { readonly direct: ReadonlySet<Tool>; readonly isMessages: boolean },
): void {
  for (const tool of callable) {
    const field = () => `tools.${(tools ?? []).indexOf(tool)}`;
    if (isMessages && (tool as { readonly strict?: unknown }).strict === true) {
      throw invalid(`${field()}.strict`, "strict is not supported for tools that programs may call");
    }
    if (hasCircularReference(tool.input_schema)) throw invalid(`${field()}.input_schema`, "Circular $ref detected");
  }
  if (isMessages && choice?.disable_parallel_tool_use === true) {
    throw invalid("tool_choice.disable_parallel_tool_use", "not supported with tools that programs may call");
  }
  const forced = choice?.type === "tool" ? callable.find(({ name }) => name === choice.name) : undefined;
  if (forced !== undefined && !direct.has(forced)) {
    throw invalid("tool_choice.name", "a tool that only programs may call cannot be forced");
  }
}

export function invalid(field: string, problem: string): GatewayError {
  return new GatewayError("invalid_body", { field, problem });
}
