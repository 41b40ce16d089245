import { describeValue } from "@toolcrib/shared/errors";
import { CoreError } from "../errors/core-error.ts";
import { findRuleProblem, type PolicyRule } from "./policy-rule.ts";

/** Throws for a rule that nobody could follow as it was meant; `setting` is where the rules stand. */
export function checkPolicy(rules: readonly PolicyRule[], setting: string): readonly PolicyRule[] {
  for (const [position, rule] of rules.entries()) {
    const problem = findRuleProblem(rule);
    if (problem === undefined) continue;
    const place = `${setting}[${position}]`;
    throw new CoreError("invalid_setting", {
      setting: problem.field === "" ? place : `${place}.${problem.field}`,
      expected: problem.expected,
      received: describeValue(problem.received),
    });
  }
  return rules;
}
