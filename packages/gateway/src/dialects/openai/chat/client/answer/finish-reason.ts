import type { Fields } from "../../../shared/read-values.ts";
import { isSpokenRefusal } from "../../../shared/shared-form.ts";

const reasons: ReadonlyMap<string | null, string> = new Map([
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["tool_use", "tool_calls"],
  ["refusal", "content_filter"],
]);

const callReasons: ReadonlySet<string> = new Set(["tool_calls", "function_call"]);

/** Why the answer ends. Every other reason is an ordinary end. An upstream of this dialect may have a word of its own for it. */
export function finishReason(ending: Fields, own?: unknown): string {
  const stopReason = (ending["stop_reason"] ?? null) as string | null;
  const known = (isSpokenRefusal(ending) ? undefined : reasons.get(stopReason)) ?? "stop";
  // The gateway may have answered the calls of the model itself.
  if (typeof own !== "string" || stopReason === "tool_use") return known;
  return callReasons.has(own) ? known : own;
}

/** Why the model refused, in words, where the upstream says so. */
export function refusalText(fields: Fields): string | null {
  const { explanation } = (fields["stop_details"] ?? {}) as { readonly explanation?: unknown };
  return typeof explanation === "string" && explanation !== "" ? explanation : null;
}
