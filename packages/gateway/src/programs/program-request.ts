import type { Tool } from "@toolcrib/core";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { hasCircularReference } from "./circular-reference.ts";

/** The name of the API's tool for programs, on both sides. */
export const programToolName = "code_execution";
const entryType = /^code_execution_(?:20250825|20260120|20260521)$/;
const callerType = /^code_execution_(?:20260120|20260521)$/;

/** What a request says about programs. */
export interface ProgramRequest {
  readonly entry: Tool;
  /** The tools that programs may call, by name, in the order of the request. */
  readonly callable: ReadonlyMap<string, Tool>;
  /** The tools of the request without the entry and without those that only programs may call. */
  readonly direct: ReadonlySet<Tool>;
}

/** Undefined unless a request has the API's tool for programs, and tools that programs may call. */
export function readProgramRequest(body: MessagesBody): ProgramRequest | undefined {
  const tools = body.tools ?? [];
  const entry = tools.find(({ type }) => typeof type === "string" && entryType.test(type));
  const callable = tools.filter(
    (tool) => tool.name !== undefined && callersOf(tool).some((type) => callerType.test(type)),
  );
  if (entry === undefined || callable.length === 0) return undefined;
  const direct = tools.filter(
    (tool) => tool !== entry && (!callable.includes(tool) || callersOf(tool).includes("direct")),
  );
  const program = {
    entry,
    callable: new Map(callable.map((tool) => [tool.name as string, tool])),
    direct: new Set(direct),
  };
  checkRules(body, program, tools);
  return program;
}

function callersOf(tool: Tool): readonly string[] {
  const { allowed_callers: callers } = tool as { readonly allowed_callers?: unknown };
  return Array.isArray(callers) ? callers.filter((caller): caller is string => typeof caller === "string") : ["direct"];
}

/** What the API refuses in requests with programs. */
function checkRules(
  { tool_choice: choice }: MessagesBody,
  { callable, direct }: ProgramRequest,
  tools: readonly Tool[],
): void {
  for (const tool of callable.values()) {
    const field = `tools.${tools.indexOf(tool)}`;
    if ((tool as { readonly strict?: unknown }).strict === true) {
      throw invalid(`${field}.strict`, "strict is not supported for tools that programs may call");
    }
    if (hasCircularReference(tool.input_schema)) throw invalid(`${field}.input_schema`, "Circular $ref detected");
  }
  if (choice?.disable_parallel_tool_use === true) {
    throw invalid("tool_choice.disable_parallel_tool_use", "not supported with tools that programs may call");
  }
  const forced = choice?.type === "tool" ? callable.get(choice.name ?? "") : undefined;
  if (forced !== undefined && !direct.has(forced)) {
    throw invalid("tool_choice.name", "a tool that only programs may call cannot be forced");
  }
}

export function invalid(field: string, problem: string): GatewayError {
  return new GatewayError("invalid_body", { field, problem });
}
