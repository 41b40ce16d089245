import type { RoundReader } from "./round-reader.ts";
import type { AnswerEnding } from "./visible-answer.ts";

/** Whether the model did not come to the end of what it wanted to say: then its calls may be half a call. */
export function wasCutOff(ending: AnswerEnding | undefined): boolean {
  const stopReason = ending?.stop_reason ?? "end_turn";
  return stopReason !== "tool_use" && stopReason !== "end_turn" && stopReason !== "pause_turn";
}

/** How the client's answer ends. Some upstreams say that the turn has ended although they call tools, and the other way round. */
export function endingOf({ ending, clientCalls }: RoundReader): AnswerEnding {
  const stopReason = ending?.stop_reason ?? "end_turn";
  const isPlain = stopReason === "end_turn" || stopReason === "tool_use";
  return {
    stop_sequence: null,
    ...ending,
    stop_reason: isPlain ? (clientCalls > 0 ? "tool_use" : "end_turn") : stopReason,
  };
}
