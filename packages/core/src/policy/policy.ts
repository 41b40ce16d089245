import { matchesGlob } from "@toolcrib/shared/names";
import type { Tool } from "../tools/tool.ts";
import { matchesArguments } from "./arguments.ts";
import { isHiding, type PolicyRule, type RuleException } from "./policy-rule.ts";
import { type RuleSubject, ruleSubject } from "./rule-subject.ts";

/**
 * The rule that applies to a tool: the first that hides it, at any position, otherwise the first that matches (E1.0,
 * E1.2). A rule with arguments applies to calls only.
 */
export function findPolicyRule(tool: Tool, rules: readonly PolicyRule[]): PolicyRule | undefined {
  if (rules.length === 0) return undefined;
  const subject = ruleSubject(tool);
  let first: PolicyRule | undefined;
  for (const rule of rules) {
    if (rule.arguments !== undefined || (first !== undefined && !isHiding(rule))) continue;
    if (!concerns(rule, subject)) continue;
    if (isHiding(rule)) return rule;
    first = rule;
  }
  return first;
}

/** Whether the rules hide a tool from everyone. */
export function hidesTool(tool: Tool, rules: readonly PolicyRule[]): boolean {
  const rule = findPolicyRule(tool, rules);
  return rule !== undefined && isHiding(rule);
}

/** Whether calls of a tool are restricted by their arguments, so that they must be checked before they run. */
export function guardsCallsOf(tool: Tool, rules: readonly PolicyRule[]): boolean {
  const subject = ruleSubject(tool);
  return rules.some((rule) => rule.arguments !== undefined && concerns(rule, subject));
}

/** The rule that forbids a call of a tool with these arguments, if any. */
export function findRuleAgainstCall(tool: Tool, input: unknown, rules: readonly PolicyRule[]): PolicyRule | undefined {
  const subject = ruleSubject(tool);
  return rules.find(
    (rule) => isHiding(rule) && concerns(rule, subject) && matchesArguments(rule.arguments ?? {}, input),
  );
}

/** Whether the rules hide a server as a whole: its prompts and resources. Exceptions may still leave some of its tools visible. */
export function hidesServer(server: string, rules: readonly PolicyRule[]): boolean {
  // No real tool has these names, so only a pattern that matches any name matches them; they have no annotations.
  const anyTools = ["\u{e000}", "\u{e000}\u{e001}"].map((own) => ({
    server,
    aliases: [`mcp__${server}__${own}`, own],
  }));
  return anyTools.every((tool) => hidesTool(tool, rules));
}

/** Whether the rules hide everything of a server, so that it need not be asked for its tools. */
export function hidesAllOf(server: string, rules: readonly PolicyRule[]): boolean {
  return hidesServer(
    server,
    rules.filter(({ except }) => except === undefined),
  );
}

/** Whether the rules depend on what servers say about their tools. */
export function dependOnAnnotations(rules: readonly PolicyRule[]): boolean {
  return rules.some(({ annotation, except = [] }) =>
    [{ annotation }, ...except].some((one) => one.annotation !== undefined),
  );
}

/** Whether a rule could hide or forbid something of a server, so that its tools must be checked. */
export function mayHideFrom(server: string, rules: readonly PolicyRule[]): boolean {
  return rules.some((rule) => isHiding(rule) && (rule.server === undefined || matches(rule.server, [server])));
}

/** The rules for one client, without those about other clients. The same list if no rule depends on the client. */
export function rulesForClient(rules: readonly PolicyRule[], client: string): readonly PolicyRule[] {
  if (rules.every((rule) => rule.client === undefined)) return rules;
  return rules.filter((rule) => rule.client === undefined || matchesGlob(rule.client, client));
}

function concerns(rule: PolicyRule, subject: RuleSubject): boolean {
  return meets(rule, subject) && rule.except?.some((exception) => isExcepted(exception, subject)) !== true;
}

/** A server may call its own tool `mcp__other__tool`: that must not make it a tool of the other server. */
function isExcepted(exception: RuleException, subject: RuleSubject): boolean {
  const { fullName } = subject;
  const isFull = exception.name?.startsWith("mcp__") === true;
  return meets(exception, fullName !== undefined && isFull ? { ...subject, names: [fullName] } : subject);
}

function meets(rule: RuleException, { names, servers, annotations }: RuleSubject): boolean {
  if (rule.name !== undefined && !matches(rule.name, names)) return false;
  if (rule.server !== undefined && !matches(rule.server, servers)) return false;
  return (
    rule.annotation === undefined ||
    (Object.hasOwn(annotations, rule.annotation) && annotations[rule.annotation] === true)
  );
}

/**
 * Clients write `_` for characters that model APIs reject, so a pattern with such characters matches these names too.
 */
function matches(pattern: string, texts: readonly string[]): boolean {
  const cleaned = pattern.replace(/[^\w*?-]/g, "_");
  return texts.some((text) => matchesGlob(pattern, text) || (cleaned !== pattern && matchesGlob(cleaned, text)));
}
