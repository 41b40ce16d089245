const reasons: ReadonlyMap<string | null, string> = new Map([
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["tool_use", "tool_calls"],
  ["refusal", "content_filter"],
]);

/** Why the answer ends. Every other reason is an ordinary end. */
export function finishReason(stopReason: string | null): string {
  return reasons.get(stopReason) ?? "stop";
}

/** Why the model refused, in words, where the upstream says so. */
export function refusalText(fields: Readonly<Record<string, unknown>>): string | null {
  const { explanation } = (fields["stop_details"] ?? {}) as { readonly explanation?: unknown };
  return typeof explanation === "string" && explanation !== "" ? explanation : null;
}
