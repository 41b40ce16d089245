import { isRecord } from "@toolcrib/shared/json";
import { UpstreamError } from "../../../../../errors/upstream-error.ts";
import { errorOfEvent } from "../../../shared/read-error.ts";
import { withShared } from "../../../shared/shared-form.ts";
import type { Fields } from "../../wire/original.ts";
import { isCall, refusalOf } from "./read-item.ts";

/** What of an answer decides why it stopped. */
export interface AnswerFacts {
  readonly hasCalls: boolean;
  /** What the model says about its refusal; undefined if it does not refuse. */
  readonly refusal: string | undefined;
}

/** The facts of a whole output. */
export function factsOf(output: readonly Fields[]): AnswerFacts {
  const refusals = output.flatMap((item) => refusalOf(item) ?? []);
  return {
    hasCalls: output.some(isCall),
    refusal: refusals.length === 0 ? undefined : refusals.join("\n\n"),
  };
}

/** Why an answer ended, in the inner form. */
interface Stop {
  readonly [field: string]: unknown;
  readonly stop_reason: string;
  readonly stop_sequence: null;
  readonly stop_details?: object;
}

const endings: ReadonlySet<unknown> = new Set(["completed", "incomplete", undefined]);

/** Why the model stopped. Throws for a response that is no answer. */
export function readStop(response: Fields, facts: AnswerFacts): Stop {
  const stop_reason = readStopReason(response, facts);
  const { refusal } = facts;
  if (stop_reason !== "refusal" || refusal === undefined || refusal === "") return { stop_reason, stop_sequence: null };
  const details = { type: "refusal", category: null, explanation: refusal };
  const isFiltered = response["status"] === "incomplete";
  return {
    stop_reason,
    stop_sequence: null,
    stop_details: isFiltered ? details : withShared(details, { isSpokenRefusal: true }),
  };
}

function readStopReason(response: Fields, { hasCalls, refusal }: AnswerFacts): string {
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
  return refusal === undefined ? "end_turn" : "refusal";
}
