import { describeValue } from "@toolcrib/shared/errors";
import { nearestNames } from "@toolcrib/shared/names";
import type { CataloguePlan } from "../05-deferral-decision/catalogue-plan.ts";
import { type ToolResultBlock, type ToolUseBlock, textBlock } from "../conversation/message.ts";
import { CoreError } from "../errors/core-error.ts";
import { findRuleAgainstCall } from "../policy/policy.ts";
import type { PolicyRule } from "../policy/policy-rule.ts";
import type { Tool } from "../tools/tool.ts";
import { inputSchemaOf } from "../tools/wire-definition.ts";
import { describeLoading, type SearchAdvice, searchAdviceFor } from "./search-advice.ts";
import { validateInput } from "./validate-input/validate-input.ts";
import type { WorkBudget } from "./validate-input/work-budget.ts";

/** What a call is checked against. */
export interface CallQuestion {
  readonly call: ToolUseBlock;
  readonly plan: CataloguePlan;
  /** The loaded deferred tools: found, and their definitions are still visible to the model. */
  readonly loaded: readonly string[];
  readonly searchToolName: string;
  /** How the model searches, if neither with `searchToolName` nor with one of the API's search tools. */
  readonly searchAdvice?: SearchAdvice | undefined;
  readonly runUnloadedCalls: boolean;
  /** Rules that may forbid the call by its arguments; hidden tools are not in the plan. Default: none. */
  readonly policy?: readonly PolicyRule[] | undefined;
  /** The work budget for validation; it may be shared with other work. */
  readonly budget?: WorkBudget | undefined;
  /** How many names may be compared to suggest one for an unknown name; it may be shared with other calls. Default: all. */
  readonly hints?: WorkBudget | undefined;
}

/** Whether a call may run; if not, the result to send instead. */
export type CallVerdict =
  | {
      readonly verdict: "run";
      readonly tool: Tool;
      readonly wasLoaded: boolean;
      /** Whether the input was not validated, because the schema or the required work exceeds the limits. */
      readonly isUnchecked?: true;
    }
  | { readonly verdict: "search" }
  | { readonly verdict: "refuse"; readonly reason: RefusalReason; readonly result: ToolResultBlock };

export type RefusalReason = "unknown_tool" | "forbidden" | "invalid_input" | "not_loaded";

/** Checks a call before it runs: a model may call a tool whose schema it has never seen. Never redirects a call. */
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
  const advice = searchAdviceFor(plan, searchToolName) ?? question.searchAdvice;
  if (tool === undefined) return refuse(call, "unknown_tool", explainUnknown(question, advice));
  if (findRuleAgainstCall(tool, call.input, question.policy ?? []) !== undefined) {
    return refuse(call, "forbidden", `${call.name} was not run: a rule of the user's policy forbids this call.`);
  }
  const wasLoaded = !plan.deferredNames.has(call.name) || question.loaded.includes(call.name);
  if (wasLoaded) return { verdict: "run", tool, wasLoaded };
  const checked = validateInput(inputSchemaOf(tool), call.input, question.budget);
  if (checked.verdict === "invalid") {
    const problems = checked.problems.map(({ path, problem }) => `- ${path === "" ? "the input" : path}: ${problem}`);
    return refuse(call, "invalid_input", explainInvalid(tool, problems, describeLoading(advice, call.name)));
  }
  if (question.runUnloadedCalls) {
    // A schema above the limits must not make its tool unusable: the tool validates its input itself.
    return { verdict: "run", tool, wasLoaded, ...(checked.verdict === "unchecked" && { isUnchecked: true }) };
  }
  return refuse(call, "not_loaded", explainNotLoaded(call.name, describeLoading(advice, call.name)));
}

function explainUnknown({ call: { name }, plan, hints: budget }: CallQuestion, advice?: SearchAdvice): string {
  const mayCompare = budget?.take(plan.byName.size) ?? true;
  const nearest = mayCompare ? nearestNames(name, plan.byName.keys()) : [];
  const hints = [
    `There is no tool ${describeValue(name)}; nothing was run.`,
    ...(nearest.length > 0 ? [`Nearest names: ${nearest.join(", ")}.`] : []),
    ...(nearest.length === 0 && advice !== undefined ? [`Search with ${advice.toolName}.`] : []),
  ];
  return hints.join(" ");
}

function explainInvalid(tool: Tool, problems: readonly string[], loading: string | undefined): string {
  return [
    `${tool.name} was not run: its input is not valid, and its schema had not been loaded.`,
    ...problems,
    `Its input schema: ${JSON.stringify(inputSchemaOf(tool))}`,
    loading === undefined ? "Correct the call." : `Correct the call, or load the tool first: ${loading}.`,
  ].join("\n");
}

function explainNotLoaded(name: string, loading: string | undefined): string {
  const hint = loading === undefined ? "" : ` Load it first: ${loading}. Then call it again.`;
  return `${name} was not run: it is not loaded.${hint}`;
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
