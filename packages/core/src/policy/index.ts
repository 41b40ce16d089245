export { checkPolicy } from "./check-policy.ts";
export {
  findPolicyRule,
  findRuleAgainstCall,
  guardsCallsOf,
  hidesServer,
  hidesTool,
  mayHideFrom,
  rulesForClient,
} from "./policy.ts";
export { findRuleProblem, type PolicyAction, type PolicyRule, type RuleProblem } from "./policy-rule.ts";
