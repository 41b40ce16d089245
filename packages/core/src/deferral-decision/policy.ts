import { matchesGlob } from "../text/glob.ts";
import { serverOf, type Tool } from "../tool/tool.ts";

/** A user's word about some tools. All given conditions must hold; the first rule that holds decides. */
export interface PolicyRule {
  /** `pin`: in the prompt from the start. `defer`: out of it until found. `hide`: gone, for everybody. */
  readonly action: "pin" | "defer" | "hide";
  /** Pattern of the tool's name. */
  readonly name?: string;
  /** Pattern of the MCP server's name. */
  readonly server?: string;
  /** An MCP annotation that must be true, such as `readOnlyHint`. */
  readonly annotation?: string;
}

export function findPolicyRule(tool: Tool, rules: readonly PolicyRule[]): PolicyRule | undefined {
  return rules.find((rule) => matchesRule(tool, rule));
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
