import { describeValue } from "@toolcrib/shared/errors";
import { CoreError } from "../errors/core-error.ts";
import { findRuleProblem, type PolicyRule } from "./policy-rule.ts";

/** Throws for an invalid rule; `setting` is the name of the setting that contains the rules. */
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
