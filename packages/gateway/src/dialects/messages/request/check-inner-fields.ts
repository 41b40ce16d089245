import type { MessagesBody } from "../../../contracts/inner-form.ts";
import { UpstreamError } from "../../../errors/upstream-error.ts";
import type { UpstreamApi } from "../../shared/support/declare.ts";
import { declaredMessages } from "./declared-request.ts";

/** As many as are dropped from one refusal. */
const maxProblems = 32;

/**
 * Rejects fields that have no counterpart in the upstream's API. An unknown field is rejected in the words of a strict server, so that the
 * gateway treats both alike: it drops the field if the request can do without it and notes this in the trace; otherwise the client gets the error.
 */
export function checkInnerFields(body: MessagesBody, upstream: UpstreamApi): void {
  const problems: string[] = [];
  for (const [field, value] of Object.entries(body)) {
    if (value === undefined || value === null) continue;
    const part = declaredMessages.request.fields.get(field);
    const { fate, note } = part?.verdicts[upstream] ?? {};
    if (part !== undefined && (fate !== "rejected" || part.isHarmless(value))) continue;
    const reason = note === undefined ? "Extra inputs are not permitted" : `it cannot be translated: ${note}`;
    problems.push(`${field}: ${reason}`);
    if (problems.length === maxProblems) break;
  }
  if (problems.length === 0) return;
  const message = problems.join("; ");
  throw new UpstreamError(400, { type: "invalid_request_error", message }, { isRetryable: false });
}
