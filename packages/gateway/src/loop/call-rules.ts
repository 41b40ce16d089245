import type { PreparedRequest, ToolUseBlock } from "@toolcrib/core";
import { checkCall, type SearchAdvice } from "@toolcrib/core/calls";
import { usesReferences } from "@toolcrib/core/loaders";
import { findRuleAgainstCall, guardsCallsOf } from "@toolcrib/core/policy";
import { invalidArguments } from "../inner-form/call-input.ts";
import { planOf } from "../turn/make-turn.ts";
import type { Turn } from "../turn/turn.ts";
import type { CallOwner, CallRules, HeldFor, RefusedCall } from "./call-owner.ts";
import { searchAdviceIn } from "./search-advice.ts";

/** How to interpret the model's calls in a turn (E12). */
export function callRules(turn: Turn, prepared: PreparedRequest): CallRules {
  const { settings, catalogue, gatewayTools } = turn;
  const { policy = [], searchToolName = "ToolSearch" } = settings;
  const plan = planOf(turn);
  const loaded = new Set(prepared.loaded);
  // Its definition is in the prompt.
  const forcedName = turn.request.body.tool_choice?.name;
  let knownAdvice: { readonly advice: SearchAdvice | undefined } | undefined;
  const advice = (): SearchAdvice | undefined => {
    knownAdvice ??= { advice: searchAdviceIn(turn.conversation) };
    return knownAdvice.advice;
  };
  // Whether a tool of a toolset is hidden or does not exist makes no difference: otherwise calls would tell.
  const isOfToolset = (name: string): boolean =>
    !catalogue.isLean && turn.toolsetPrefixes?.some((prefix) => name.startsWith(prefix)) === true;
  const isForbidden = (name: string): boolean =>
    !plan.byName.has(name) && (plan.isHidden({ name }) || isOfToolset(name));

  function ownerOf(name: string, isWrapped: boolean): CallOwner {
    const tool = gatewayTools.get(name);
    if (tool !== undefined) return { owner: "gateway", tool };
    if (name === "" || isForbidden(name)) return { owner: "check" };
    const owner = plan.byName.has(name) ? ownerOfKnown(name) : ownerOfUnknown(isWrapped);
    const isGuarded = owner === "client" && guardsCallsOf(plan.byName.get(name) ?? { name }, policy);
    return { owner: isGuarded ? "guard" : owner };
  }

  function ownerOfKnown(name: string): "client" | "check" {
    const isUnseen = plan.deferredNames.has(name) && !loaded.has(name) && name !== forcedName;
    return prepared.gate.isOn && isUnseen && !usesReferences(turn.loader) ? "check" : "client";
  }

  /** A client that defers tools itself may know a name that it did not send; any other client sent all of its tools. */
  function ownerOfUnknown(isWrapped: boolean): "client" | "check" {
    return isWrapped && !catalogue.isLean ? "check" : "client";
  }

  function refusalOf(call: ToolUseBlock, heldFor: HeldFor): RefusedCall | undefined {
    if (heldFor === "guard") return forbiddenByArguments(call);
    const invalid = invalidArguments(call.input);
    const verdict = checkCall({
      call: invalid === undefined ? call : { ...call, input: invalid },
      plan,
      loaded: prepared.loaded,
      searchToolName,
      searchAdvice: advice(),
      runUnloadedCalls: settings.runUnloadedCalls ?? true,
      policy,
      budget: turn.budget.validation,
      hints: turn.budget.hints,
    });
    if ("isUnchecked" in verdict) {
      turn.request.trace.warn(`The input of ${call.name} was not validated: its schema takes too much work.`);
    }
    if (verdict.verdict !== "refuse") return undefined;
    const { result, reason } = verdict;
    // A client cannot answer a call without a name.
    const isHidden = call.name === "" || reason === "forbidden" || isForbidden(call.name);
    return { call, result, isForbidden: isHidden };
  }

  function forbiddenByArguments(call: ToolUseBlock): RefusedCall | undefined {
    const { id, name, input } = call;
    if (findRuleAgainstCall(plan.byName.get(name) ?? { name }, input, policy) === undefined) return undefined;
    const text = `${name} was not run: a rule of the user's policy forbids this call.`;
    const content = [{ type: "text", text } as const];
    return { call, result: { type: "tool_result", tool_use_id: id, content, is_error: true }, isForbidden: true };
  }

  function nameOf(called: string): string {
    const isKnown = gatewayTools.has(called) || plan.byName.has(called);
    return isKnown ? called : (turn.request.aliases?.get(called) ?? called);
  }

  return { wrapper: prepared.wrapper, nameOf, ownerOf, refusalOf };
}
