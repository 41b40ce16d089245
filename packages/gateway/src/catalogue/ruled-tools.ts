import type { Tool } from "@toolcrib/core";
import { guardsCallsOf, hidesTool, type PolicyRule } from "@toolcrib/core/policy";

/** What rules do to the tools of a request. */
interface Ruling {
  /** A tool is hidden. */
  readonly hides: boolean;
  /** Calls of a tool depend on their arguments. */
  readonly guards: boolean;
}

const unruled: Ruling = { hides: false, guards: false };
const known = new WeakMap<readonly Tool[], WeakMap<readonly PolicyRule[], Ruling>>();

/** Whether rules change what a request carries or what may come back: then it does not pass as it came. */
export function areRuled(tools: readonly Tool[], policy: readonly PolicyRule[]): boolean {
  const { hides, guards } = rulingOf(tools, policy);
  return hides || guards;
}

/** Whether a call of one of the tools may be forbidden by its arguments, so that answers have to be read. */
export function areGuarded(tools: readonly Tool[], policy: readonly PolicyRule[]): boolean {
  return rulingOf(tools, policy).guards;
}

function rulingOf(tools: readonly Tool[], policy: readonly PolicyRule[]): Ruling {
  if (policy.length === 0) return unruled;
  const byPolicy = known.get(tools) ?? new WeakMap<readonly PolicyRule[], Ruling>();
  known.set(tools, byPolicy);
  let ruling = byPolicy.get(policy);
  if (ruling === undefined) {
    ruling = {
      hides: tools.some((tool) => hidesTool(tool, policy)),
      guards: tools.some((tool) => guardsCallsOf(tool, policy)),
    };
    byPolicy.set(policy, ruling);
  }
  return ruling;
}
