import { isRecord } from "@toolcrib/shared/json";
import { UpstreamError } from "../../../../../errors/upstream-error.ts";
import { errorOfEvent } from "../../../shared/read-error.ts";
import type { Fields } from "../../wire/original.ts";

/** What of an answer decides why it stopped. */
export interface AnswerFacts {
  readonly hasCalls: boolean;
  readonly isRefusal: boolean;
}

const endings: ReadonlySet<unknown> = new Set(["completed", "incomplete", undefined]);

/** Why the model stopped, in the words of the Messages API. Throws for a response that is no answer. */
export function readStopReason(response: Fields, { hasCalls, isRefusal }: AnswerFacts): string {
  const { status } = response;
  if (status === "failed" || isRecord(response["error"])) throw errorOfEvent({ response });
  if (!endings.has(status)) {
    const message = `The upstream ended its answer with the status ${String(status).slice(0, 50)}.`;
    throw new UpstreamError(502, { type: "api_error", message });
  }
  const details = response["incomplete_details"];
  const reason = status === "incomplete" && isRecord(details) ? details["reason"] : undefined;
  if (reason === "content_filter") return "refusal";
  // Calls of an answer that was cut off are not whole.
  if (status === "incomplete") return reason === "steered" ? "end_turn" : "max_tokens";
  if (hasCalls) return "tool_use";
  return isRefusal ? "refusal" : "end_turn";
}

/** The id of an answer in the form of the Messages API. */
export function readMessageId(id: unknown, generateId: () => string): string {
  const stem = typeof id === "string" ? id.replace(/^resp_/, "").replaceAll(/[^\w-]/g, "") : "";
  return `msg_${stem === "" ? generateId() : stem}`;
}
