import type { Tool } from "@toolcrib/core";
import { hidesTool, type PolicyRule } from "@toolcrib/core/policy";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { callersOf, type ProgramParts } from "../inner-form/program-parts.ts";
import { hasCircularReference } from "./circular-reference.ts";

/** What a request says about programs. */
export interface ProgramRequest {
  readonly entry: Tool;
  /** The tools that programs may call, by name, in the order of the request, without those that a rule hides. */
  readonly callable: ReadonlyMap<string, Tool>;
  /** The tools of the request without the entry and without those that only programs may call. */
  readonly direct: ReadonlySet<Tool>;
}

/** Reads a request with programs, and throws what the API throws if it breaks their rules. */
export function readProgramRequest(
  body: MessagesBody,
  { entry, callable }: ProgramParts,
  policy: readonly PolicyRule[],
): ProgramRequest {
  const tools = body.tools ?? [];
  const direct = tools.filter(
    (tool) => tool !== entry && (!callable.includes(tool) || callersOf(tool).includes("direct")),
  );
  const allowed = callable.filter((tool) => !hidesTool(tool, policy));
  const byName = new Map(allowed.map((tool) => [tool.name as string, tool]));
  const program = { entry, callable: byName, direct: new Set(direct) };
  checkRules(body, program, tools);
  return program;
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
