const reasons: ReadonlyMap<string | null, string> = new Map([
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["tool_use", "tool_calls"],
  ["refusal", "content_filter"],
]);

const callReasons: ReadonlySet<string> = new Set(["tool_calls", "function_call"]);

/** Why the answer ends. Every other reason is an ordinary end. An upstream of this dialect may have a word of its own for it. */
export function finishReason(stopReason: string | null, own?: unknown): string {
  const known = reasons.get(stopReason) ?? "stop";
  // The gateway may have answered the calls of the model itself.
  if (typeof own !== "string" || stopReason === "tool_use") return known;
  return callReasons.has(own) ? known : own;
}

/** Why the model refused, in words, where the upstream says so. */
export function refusalText(fields: Readonly<Record<string, unknown>>): string | null {
  const { explanation } = (fields["stop_details"] ?? {}) as { readonly explanation?: unknown };
  return typeof explanation === "string" && explanation !== "" ? explanation : null;
}
