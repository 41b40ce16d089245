import type { LanguageModelV4FinishReason, SharedV4ProviderMetadata } from "@ai-sdk/provider";

const ownReasons: ReadonlySet<string> = new Set([
  "end_turn",
  "max_tokens",
  "stop_sequence",
  "tool_use",
  "pause_turn",
  "refusal",
  "model_context_window_exceeded",
]);

export interface Stop {
  readonly stop_reason: string;
  readonly stop_sequence: string | null;
}

/** The stop reason, in the API's terms. */
export function toStop(
  { unified, raw }: LanguageModelV4FinishReason,
  hasCalls: boolean,
  metadata: SharedV4ProviderMetadata | undefined,
): Stop {
  if (raw !== undefined && ownReasons.has(raw)) return { stop_reason: raw, stop_sequence: stopSequence(metadata) };
  return { stop_reason: stopReason(unified, hasCalls), stop_sequence: null };
}

function stopReason(unified: LanguageModelV4FinishReason["unified"], hasCalls: boolean): string {
  if (unified === "length") return "max_tokens";
  if (unified === "content-filter") return "refusal";
  // Some servers report "stop" although there are calls to run.
  return hasCalls ? "tool_use" : "end_turn";
}

function stopSequence(metadata: SharedV4ProviderMetadata | undefined): string | null {
  const found = Object.values(metadata ?? {}).find((fields) => typeof fields?.["stopSequence"] === "string");
  return (found?.["stopSequence"] as string | undefined) ?? null;
}
