import type { RoundReader } from "./round-reader.ts";
import type { AnswerEnding } from "./visible-answer.ts";

/** Whether the model was cut off: then its last call may be incomplete. */
export function wasCutOff(ending: AnswerEnding | undefined): boolean {
  const stopReason = ending?.stop_reason ?? "end_turn";
  return stopReason !== "tool_use" && stopReason !== "end_turn" && stopReason !== "pause_turn";
}

/** The stop reason of the client's answer. Some upstreams report `end_turn` although they call tools, and vice versa. */
export function endingOf({ ending, clientCalls }: RoundReader): AnswerEnding {
  const stopReason = ending?.stop_reason ?? "end_turn";
  const isPlain = stopReason === "end_turn" || stopReason === "tool_use";
  return {
    stop_sequence: null,
    ...ending,
    stop_reason: isPlain ? (clientCalls > 0 ? "tool_use" : "end_turn") : stopReason,
  };
}
