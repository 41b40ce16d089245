import type { AnswerMessage } from "../../../contracts/inner-form.ts";
import { unknownUsage } from "../token-count.ts";

/** An answer that has only begun. */
export function startedMessage(id: string, model: string): AnswerMessage {
  return {
    id,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: unknownUsage,
  };
}

/** The upstream's id of an answer in the format of the Messages API; a new one if the upstream gives none. */
export function toMessageId(id: unknown, generateId: () => string): string {
  const stem = typeof id === "string" ? id.replace(/^(?:resp|msg)_/, "").replaceAll(/[^\w-]/g, "") : "";
  return `msg_${stem === "" ? generateId() : stem}`;
}
