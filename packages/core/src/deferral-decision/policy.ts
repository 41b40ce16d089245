import { matchesGlob } from "../text/glob.ts";
import { serverOf, type Tool } from "../tool/tool.ts";

type PolicyAction = "pin" | "defer" | "hide" | "deny";

/** A user's rule about some tools. All given conditions must hold. */
export interface PolicyRule {
  /** `pin`: in the prompt from the start. `defer`: out of it until found. `hide` or `deny`: gone, for everybody. */
  readonly action: PolicyAction;
  /** Pattern of the tool's name. */
  readonly name?: string;
  /** Pattern of the MCP server's name. */
  readonly server?: string;
  /** An MCP annotation that must be true, such as `readOnlyHint`. */
  readonly annotation?: string;
}

export const policyActions: readonly PolicyAction[] = ["pin", "defer", "hide", "deny"];

/** The rule that decides about a tool: the first that hides it, wherever it stands, else the first that matches. */
export function findPolicyRule(tool: Tool, rules: readonly PolicyRule[]): PolicyRule | undefined {
  let first: PolicyRule | undefined;
  for (const rule of rules) {
    if (first !== undefined && !isHiding(rule)) continue;
    if (!matchesRule(tool, rule)) continue;
    if (isHiding(rule)) return rule;
    first = rule;
  }
  return first;
}

/** Whether the rules hide a tool from everybody. */
export function hidesTool(tool: Tool, rules: readonly PolicyRule[]): boolean {
  return rules.some((rule) => isHiding(rule) && matchesRule(tool, rule));
}

/** Whether a rule hides the tools that it matches. */
export function isHiding({ action }: PolicyRule): boolean {
  return action === "hide" || action === "deny";
}

export function isSameRule(left: PolicyRule, right: PolicyRule): boolean {
  return (
    left.action === right.action &&
    left.name === right.name &&
    left.server === right.server &&
    left.annotation === right.annotation
  );
}

function matchesRule(tool: Tool, rule: PolicyRule): boolean {
  const server = serverOf(tool);
  if (rule.name !== undefined && (tool.name === undefined || !matchesGlob(rule.name, tool.name))) return false;
  if (rule.server !== undefined && (server === undefined || !matchesGlob(rule.server, server))) return false;
  if (rule.annotation !== undefined && tool.annotations?.[rule.annotation] !== true) return false;
  return rule.name !== undefined || rule.server !== undefined || rule.annotation !== undefined;
}
