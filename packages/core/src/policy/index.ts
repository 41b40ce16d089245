export { checkPolicy } from "./check-policy.ts";
export {
  dependOnAnnotations,
  findPolicyRule,
  findRuleAgainstCall,
  guardsCallsOf,
  hidesAllOf,
  hidesServer,
  hidesTool,
  mayHideFrom,
  rulesForClient,
} from "./policy.ts";
export {
  findRuleProblem,
  type PolicyAction,
  type PolicyRule,
  type RuleException,
  type RuleProblem,
} from "./policy-rule.ts";
