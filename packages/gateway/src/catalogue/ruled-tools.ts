import type { Tool } from "@toolcrib/core";
import { guardsCallsOf, hidesTool, type PolicyRule } from "@toolcrib/core/policy";
import { oncePer } from "../caches/once-per.ts";

/** What rules do to the tools of a request. */
interface Ruling {
  /** A tool is hidden. */
  readonly hides: boolean;
  /** Calls of a tool depend on their arguments. */
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
  return policy.length === 0 ? unruled : rulingsOf(tools)(policy);
}
