export { type CallQuestion, type CallVerdict, checkCall, type RefusalReason } from "./check-call.ts";
export type { SearchAdvice } from "./search-advice.ts";
export { type InputProblem, type InputVerdict, validateInput } from "./validate-input/validate-input.ts";
export { WorkBudget } from "./validate-input/work-budget.ts";
