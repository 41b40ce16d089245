import { describeValue } from "@toolcrib/search/errors";
import { type ToolResultBlock, type ToolUseBlock, textBlock } from "../conversation/message.ts";
import type { CataloguePlan } from "../deferral-decision/catalogue-plan.ts";
import { CoreError } from "../errors/core-error.ts";
import { findRuleAgainstCall } from "../policy/policy.ts";
import type { PolicyRule } from "../policy/policy-rule.ts";
import { nearestNames } from "../text/nearest-names.ts";
import type { Tool } from "../tool/tool.ts";
import { inputSchemaOf } from "../tool/wire-definition.ts";
import { validateInput } from "../validate-input/validate-input.ts";
import type { WorkBudget } from "../validate-input/work-budget.ts";

/** What a call is checked against. */
export interface CallQuestion {
  readonly call: ToolUseBlock;
  readonly plan: CataloguePlan;
  /** The deferred tools that are found. */
  readonly found: readonly string[];
  readonly searchToolName: string;
  readonly runUnloadedCalls: boolean;
  /** Rules that may forbid the call by its arguments; what they hide is not in the plan. Default: none. */
  readonly policy?: readonly PolicyRule[] | undefined;
  /** The work that validating may take, together with whatever else draws from it. */
  readonly budget?: WorkBudget | undefined;
}

/** Whether a call may run; if not, the result to send instead. */
export type CallVerdict =
  | {
      readonly verdict: "run";
      readonly tool: Tool;
      readonly wasLoaded: boolean;
      /** Whether its input was not validated, because the schema or the work it takes is beyond the limits. */
      readonly isUnchecked?: true;
    }
  | { readonly verdict: "search" }
  | { readonly verdict: "refuse"; readonly reason: RefusalReason; readonly result: ToolResultBlock };

export type RefusalReason = "unknown_tool" | "forbidden" | "invalid_input" | "not_loaded";

/** Checks a call before it runs: a model may call a tool whose schema it has never seen. Never leads to another tool. */
export function checkCall(question: CallQuestion): CallVerdict {
  const { call, plan, searchToolName } = question;
  if (call?.type !== "tool_use" || typeof call.id !== "string" || typeof call.name !== "string") {
    throw new CoreError("invalid_call", {
      expected: "a tool_use block with id and name",
      received: describeValue(call),
    });
  }
  if (call.name === searchToolName && plan.byName.has(searchToolName)) return { verdict: "search" };
  const tool = plan.byName.get(call.name);
  if (tool === undefined) return refuse(call, "unknown_tool", explainUnknown(call.name, plan, searchToolName));
  if (findRuleAgainstCall(tool, call.input, question.policy ?? []) !== undefined) {
    return refuse(call, "forbidden", `${call.name} was not run: a rule of the user's policy forbids this call.`);
  }
  const wasLoaded = !plan.deferredNames.has(call.name) || question.found.includes(call.name);
  if (wasLoaded) return { verdict: "run", tool, wasLoaded };
  const checked = validateInput(inputSchemaOf(tool), call.input, question.budget);
  if (checked.verdict === "invalid") {
    const problems = checked.problems.map(({ path, problem }) => `- ${path === "" ? "the input" : path}: ${problem}`);
    return refuse(call, "invalid_input", explainInvalid(tool, problems, searchToolName));
  }
  if (question.runUnloadedCalls) {
    // A schema beyond the limits must not make its tool unreachable: the tool itself will check.
    return { verdict: "run", tool, wasLoaded, ...(checked.verdict === "unchecked" && { isUnchecked: true }) };
  }
  return refuse(call, "not_loaded", explainNotLoaded(call.name, searchToolName));
}

function explainUnknown(name: string, plan: CataloguePlan, searchToolName: string): string {
  const nearest = nearestNames(name, plan.byName.keys());
  const hint = nearest.length === 0 ? `Search with ${searchToolName}.` : `Nearest names: ${nearest.join(", ")}.`;
  return `There is no tool ${describeValue(name)}; nothing was run. ${hint}`;
}

function explainInvalid(tool: Tool, problems: readonly string[], searchToolName: string): string {
  return [
    `${tool.name} was not run: its input is not valid, and its schema had not been loaded.`,
    ...problems,
    `Its input schema: ${JSON.stringify(inputSchemaOf(tool))}`,
    `Correct the call, or load the tool first: ${searchToolName} with the query "select:${tool.name}".`,
  ].join("\n");
}

function explainNotLoaded(name: string, searchToolName: string): string {
  return `${name} was not run: it is not loaded. Load it with ${searchToolName} and the query "select:${name}", then call it again.`;
}

function refuse(call: ToolUseBlock, reason: RefusalReason, text: string): CallVerdict {
  const result: ToolResultBlock = {
    type: "tool_result",
    tool_use_id: call.id,
    content: [textBlock(text)],
    is_error: true,
  };
  return { verdict: "refuse", reason, result };
}
