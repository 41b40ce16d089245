import { hidesTool, type PolicyRule, type Tool } from "@toolcrib/core";

const known = new WeakMap<readonly Tool[], WeakMap<readonly PolicyRule[], boolean>>();

/** Whether a rule hides a tool of the request: then it does not pass as it came. */
export function hidesTools(tools: readonly Tool[], policy: readonly PolicyRule[]): boolean {
  if (policy.length === 0) return false;
  const byPolicy = known.get(tools) ?? new WeakMap<readonly PolicyRule[], boolean>();
  known.set(tools, byPolicy);
  const hides = byPolicy.get(policy) ?? tools.some((tool) => hidesTool(tool, policy));
  byPolicy.set(policy, hides);
  return hides;
}
