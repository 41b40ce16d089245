import type { Tool } from "@toolcrib/core";
import { guardsCallsOf, hidesTool, type PolicyRule } from "@toolcrib/core/policy";
import { oncePer } from "@toolcrib/shared/caches";

/** What policy rules do to the tools of a request. */
interface Ruling {
  /** Whether a tool is hidden. */
  readonly hides: boolean;
  /** Whether calls of a tool are restricted by their arguments. */
  readonly guards: boolean;
}

const unruled: Ruling = { hides: false, guards: false };
const rulingsOf = oncePer((tools: readonly Tool[]) =>
  oncePer(
    (policy: readonly PolicyRule[]): Ruling => ({
      hides: tools.some((tool) => hidesTool(tool, policy)),
      guards: tools.some((tool) => guardsCallsOf(tool, policy)),
    }),
  ),
);

/** Whether rules change the request or the allowed response: then it cannot be passed through. */
export function areRuled(tools: readonly Tool[], policy: readonly PolicyRule[]): boolean {
  const { hides, guards } = rulingOf(tools, policy);
  return hides || guards;
}

/** Whether rules may forbid a call because of its arguments, so that responses must be read. */
export function areGuarded(tools: readonly Tool[], policy: readonly PolicyRule[]): boolean {
  return rulingOf(tools, policy).guards;
}

function rulingOf(tools: readonly Tool[], policy: readonly PolicyRule[]): Ruling {
  return policy.length === 0 ? unruled : rulingsOf(tools)(policy);
}
