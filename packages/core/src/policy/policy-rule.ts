import { isRecord } from "@toolcrib/shared/json";
/** What a rule does with the tools that it matches. */
export type PolicyAction = "pin" | "defer" | "hide" | "deny";

/** A user's rule about some tools. All given conditions must hold, and at least one is given. */
export interface PolicyRule {
  /**
   * `pin`: in the prompt from the start. `defer`: not in the prompt until found. `hide` or `deny`: unavailable to
   * everyone; with `arguments`, matching calls are not run.
   */
  readonly action: PolicyAction;
  /** Pattern for the tool's name: `mcp__server__tool`, or the name that its server uses. */
  readonly name?: string;
  /** Pattern for the MCP server's name. */
  readonly server?: string;
  /** An MCP annotation that must be true, such as `readOnlyHint`. */
  readonly annotation?: string;
  /** Pattern for the client's name: `clientInfo.name` over MCP, the product in `user-agent` over HTTP. */
  readonly client?: string;
  /** Argument patterns by path, such as `{"path": "/etc/*"}` or `{"options.mode": "force"}`; for `hide` and `deny`. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** Tools that the rule leaves alone although its conditions hold; for `hide` and `deny`. */
  readonly except?: readonly RuleException[];
}

/** What a rule leaves alone. All given conditions must hold. */
export interface RuleException {
  readonly name?: string;
  readonly server?: string;
  readonly annotation?: string;
}

/** What is wrong with an untrusted rule. */
export interface RuleProblem {
  /** The field; empty for the rule as a whole. */
  readonly field: string;
  readonly expected: string;
  readonly received: unknown;
}

const actions: readonly unknown[] = ["pin", "defer", "hide", "deny"] satisfies PolicyAction[];
const patterns = ["name", "server", "annotation", "client"] as const;
const fields: ReadonlySet<string> = new Set(["action", ...patterns, "arguments", "except"]);
const exceptionFields: ReadonlySet<string> = new Set(["name", "server", "annotation"]);

/** What is wrong with a rule; undefined if it is valid. Otherwise a mistyped field would silently widen a rule. */
export function findRuleProblem(rule: unknown): RuleProblem | undefined {
  if (!isRecord(rule)) return { field: "", expected: "an object", received: rule };
  const { action, arguments: values } = rule;
  if (!actions.includes(action)) return { field: "action", expected: `one of ${actions.join(", ")}`, received: action };
  for (const [field, value] of Object.entries(rule)) {
    if (!fields.has(field)) return { field, expected: `one of the fields ${[...fields].join(", ")}`, received: value };
  }
  for (const field of patterns) {
    const value = rule[field];
    if (value !== undefined && typeof value !== "string") return { field, expected: "a text", received: value };
    // No name has brackets: such a pattern would silently match nothing.
    if ((field === "name" || field === "server") && typeof value === "string" && /[[\]{}]/.test(value)) {
      return { field, expected: "a pattern with * and ? only, without brackets", received: value };
    }
  }
  if (values !== undefined) {
    if (!isRecord(values) || Object.values(values).some((value) => typeof value !== "string")) {
      return { field: "arguments", expected: "texts by the paths of arguments", received: values };
    }
    if (action !== "hide" && action !== "deny") {
      return { field: "arguments", expected: "arguments on rules that hide or deny only", received: action };
    }
  }
  if (rule["except"] !== undefined) {
    if (!Array.isArray(rule["except"]) || !rule["except"].every(isException)) {
      return { field: "except", expected: "a list of name, server and annotation", received: rule["except"] };
    }
    if (action !== "hide" && action !== "deny") {
      return { field: "except", expected: "exceptions on rules that hide or deny only", received: action };
    }
  }
  const hasCondition = patterns.some((field) => rule[field] !== undefined) || values !== undefined;
  return hasCondition
    ? undefined
    : { field: "", expected: `a rule with at least one of ${patterns.join(", ")}, arguments`, received: rule };
}

/** An exception without conditions would undo its rule. */
function isException(value: unknown): boolean {
  if (!isRecord(value) || Object.keys(value).length === 0) return false;
  return Object.entries(value).every(([field, text]) => exceptionFields.has(field) && typeof text === "string");
}

/** Whether a rule hides the tools it matches, or forbids calls of them. */
export function isHiding({ action }: PolicyRule): boolean {
  return action === "hide" || action === "deny";
}

export function isSameRule(left: PolicyRule, right: PolicyRule): boolean {
  return (
    left === right ||
    (left.action === right.action &&
      patterns.every((field) => left[field] === right[field]) &&
      JSON.stringify([left.arguments, left.except]) === JSON.stringify([right.arguments, right.except]))
  );
}
