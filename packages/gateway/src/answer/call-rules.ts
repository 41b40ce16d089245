import { type CataloguePlan, checkCall, hidesTool, type Tool, type ToolUseBlock } from "@toolcrib/core";
import type { LoadedRequest } from "../loaders/loader.ts";
import type { CallOwner, CallRules, RefusedCall } from "./call-owner.ts";
import { planOf } from "./make-turn.ts";
import { searchAdviceIn } from "./search-advice.ts";
import type { Turn } from "./turn.ts";

/** How the calls of a model are understood in a turn (E12). */
export function callRules(turn: Turn, { wrapperName, prepared }: LoadedRequest): CallRules {
  const { settings, catalogue, gatewayTools } = turn;
  const plan = planOf(turn);
  const found = new Set(prepared.found);
  // Its definition is in the prompt.
  const forcedName = turn.request.body.tool_choice?.name;
  const isForbidden = (name: string): boolean =>
    !plan.byName.has(name) && (hiddenNames(plan, turn.tools).has(name) || hidesTool({ name }, settings.policy ?? []));
  const searchToolName = turn.searchTool?.name ?? settings.searchToolName ?? "ToolSearch";

  function ownerOf(name: string, isWrapped: boolean): CallOwner {
    const tool = gatewayTools.get(name);
    if (tool !== undefined) return { owner: "gateway", tool };
    if (name === "" || isForbidden(name)) return { owner: "check" };
    if (!plan.byName.has(name)) {
      // A client that holds tools back may know the name; any other sent all that it has.
      return { owner: isWrapped && !catalogue.isLean ? "check" : "client" };
    }
    const isUnseen = plan.deferredNames.has(name) && !found.has(name) && name !== forcedName;
    return { owner: prepared.gate.isOn && isUnseen && turn.loader.name !== "native" ? "check" : "client" };
  }

  function refusalOf(call: ToolUseBlock): RefusedCall | undefined {
    const budget = turn.budget.validation;
    const verdict = checkCall({
      call,
      plan,
      found: prepared.found,
      searchToolName,
      searchAdvice: searchAdviceIn(turn.conversation),
      runUnloadedCalls: true,
      budget,
    });
    if (verdict.verdict === "run" && verdict.isUnchecked === true) {
      turn.request.trace.warn(`The input of ${call.name} was not validated: its schema takes too much work.`);
    }
    if (verdict.verdict !== "refuse") return undefined;
    // A call without a name is none that a client could answer.
    return { call, result: verdict.result, isForbidden: call.name === "" || isForbidden(call.name) };
  }

  return { wrapperName, ownerOf, refusalOf };
}

const hidden = new WeakMap<CataloguePlan, ReadonlySet<string>>();

/** The names of tools that a rule hides. */
function hiddenNames(plan: CataloguePlan, tools: readonly Tool[]): ReadonlySet<string> {
  let names = hidden.get(plan);
  if (names === undefined) {
    const isHidden = plan.given.length < tools.length;
    names = new Set(
      isHidden ? tools.flatMap(({ name }) => (name === undefined || plan.byName.has(name) ? [] : [name])) : [],
    );
    hidden.set(plan, names);
  }
  return names;
}
