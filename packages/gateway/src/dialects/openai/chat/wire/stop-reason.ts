import { UpstreamError } from "../../../../errors/upstream-error.ts";
import { withShared } from "../../shared/shared-form.ts";

/** Why an answer ended, in the inner form. */
export interface Stop {
  readonly stop_reason: string;
  readonly stop_sequence: string | null;
  readonly stop_details?: object;
}

export interface StopFacts {
  /** `finish_reason`. */
  readonly reason: unknown;
  /** The stop sequence that was hit, which only vLLM reports. */
  readonly sequence: unknown;
  readonly hasCalls: boolean;
  /** Why the model refused, in its words. */
  readonly refusal: string;
}

const stopReasons: ReadonlyMap<unknown, string> = new Map([
  ["stop", "end_turn"],
  ["length", "max_tokens"],
  ["max_tokens", "max_tokens"],
  ["model_length", "max_tokens"],
  ["tool_calls", "tool_use"],
  ["function_call", "tool_use"],
  ["content_filter", "refusal"],
]);
/** An answer that the server gave up. */
const failures: ReadonlySet<unknown> = new Set(["error", "insufficient_system_resource"]);

/** The inner form's name for a `finish_reason`. A reason that is not known keeps its name. */
export function stopReasonOf(reason: string): string {
  return stopReasons.get(reason) ?? reason;
}

export function toStop({ reason, sequence, hasCalls, refusal }: StopFacts): Stop {
  if (failures.has(reason)) {
    const isBusy = reason === "insufficient_system_resource";
    const message = `The upstream gave up its answer (${String(reason)}).`;
    throw new UpstreamError(isBusy ? 529 : 502, { type: isBusy ? "overloaded_error" : "api_error", message });
  }
  const isFiltered = stopReasons.get(reason) === "refusal";
  if (refusal !== "" || isFiltered) {
    const details = { type: "refusal", category: null, explanation: refusal === "" ? null : refusal };
    const stop_details = isFiltered ? details : withShared(details, { isSpokenRefusal: true });
    return { stop_reason: "refusal", stop_sequence: null, stop_details };
  }
  if (stopReasons.get(reason) === "max_tokens") return { stop_reason: "max_tokens", stop_sequence: null };
  // Some servers say "stop" although there are calls to run.
  if (hasCalls) return { stop_reason: "tool_use", stop_sequence: null };
  return typeof sequence === "string" && sequence !== ""
    ? { stop_reason: "stop_sequence", stop_sequence: sequence }
    : { stop_reason: "end_turn", stop_sequence: null };
}
