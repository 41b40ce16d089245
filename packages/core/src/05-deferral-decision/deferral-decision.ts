import { findPolicyRule } from "../policy/policy.ts";
import { isHiding, isSameRule, type PolicyRule } from "../policy/policy-rule.ts";
import { isProvidedByApi, isServerSearch, serverOf, type Tool } from "../tools/tool.ts";

/** What happens to a tool. */
type Placement = "eager" | "deferred" | "hidden";

/** The rule that decided, for the trace. */
export type PlacementReason =
  | "always_load"
  | "policy"
  | "search_tool"
  | "communication_tool"
  | "provided_by_api"
  | "mcp_tool"
  | "backend_starting"
  | "should_defer"
  | "default";

export interface DeferralDecision {
  readonly placement: Placement;
  readonly reason: PlacementReason;
}

/** What the decision depends on besides the tool. */
export interface DeferralRules {
  readonly policy: readonly PolicyRule[];
  /** `flags`: only `defer_loading` defers, because the client has already decided. */
  readonly deferBy: "checklist" | "flags";
  readonly searchToolName: string;
  /** The agent's own channel of communication: names, compared in any case. */
  readonly communicationTools: ReadonlySet<string>;
}

/** Whether two sets of rules decide alike, so that equal settings in a new object do not cost a new plan. */
export function isSameRules(left: DeferralRules, right: DeferralRules): boolean {
  return (
    left.deferBy === right.deferBy &&
    left.searchToolName === right.searchToolName &&
    isSameList([...left.communicationTools], [...right.communicationTools], Object.is) &&
    isSameList(left.policy, right.policy, isSameRule)
  );
}

function isSameList<Item>(
  left: readonly Item[],
  right: readonly Item[],
  isSame: (left: Item, right: Item) => boolean,
): boolean {
  return left.length === right.length && left.every((item, index) => isSame(item, right[index] as Item));
}

/** Step 5. A checklist; the first rule that applies decides. What the user hides always stays hidden. */
export function decideDeferral(tool: Tool, rules: DeferralRules): DeferralDecision {
  const rule = findPolicyRule(tool, rules.policy);
  if (rule !== undefined && isHiding(rule)) return { placement: "hidden", reason: "policy" };
  if (rules.deferBy === "flags") return decideByFlag(tool, rule);
  if (tool.alwaysLoad === true || tool._meta?.["anthropic/alwaysLoad"] === true) return eager("always_load");
  const isSearch = isServerSearch(tool) || tool.name === rules.searchToolName;
  // The search tool cannot be found without itself, so a broad rule such as "defer *" does not apply to it.
  if (rule !== undefined && !isSearch)
    return { placement: rule.action === "pin" ? "eager" : "deferred", reason: "policy" };
  if (isSearch) return eager("search_tool");
  if (tool.name !== undefined && rules.communicationTools.has(tool.name.toLowerCase()))
    return eager("communication_tool");
  const asksForDeferral = tool.shouldDefer === true || tool.defer_loading === true;
  if (isProvidedByApi(tool) && !asksForDeferral) return eager("provided_by_api");
  if (serverOf(tool) !== undefined) return deferred("mcp_tool");
  if (tool.starting === true) return deferred("backend_starting");
  if (asksForDeferral) return deferred("should_defer");
  return eager("default");
}

/** A client that searches itself decides what is deferred: a rule can add tools to its prompt, never remove them. */
function decideByFlag(tool: Tool, rule: PolicyRule | undefined): DeferralDecision {
  if (tool.defer_loading !== true) return eager("default");
  return rule?.action === "pin" ? eager("policy") : deferred("should_defer");
}

function eager(reason: PlacementReason): DeferralDecision {
  return { placement: "eager", reason };
}

function deferred(reason: PlacementReason): DeferralDecision {
  return { placement: "deferred", reason };
}
