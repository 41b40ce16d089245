import type { MessagesBody } from "../../../contracts/inner-form.ts";
import { UpstreamError } from "../../../errors/upstream-error.ts";
import type { UpstreamApi } from "../../shared/support/declare.ts";
import { declaredMessages } from "./declared-request.ts";

/**
 * Rejects fields that an upstream of another API has no counterpart for. About a field that nobody knows it says what a server says that does
 * not know it: the gateway then leaves out what a request can do without, notes it in the trace, and passes on the rejection of anything else.
 */
export function checkInnerFields(body: MessagesBody, upstream: UpstreamApi): void {
  for (const [field, value] of Object.entries(body)) {
    if (value === undefined || value === null) continue;
    const part = declaredMessages.request.fields.get(field);
    const { fate, note } = part?.verdicts[upstream] ?? {};
    if (part !== undefined && (fate !== "rejected" || part.isHarmless(value))) continue;
    const reason = note === undefined ? "Extra inputs are not permitted" : `it cannot be translated: ${note}`;
    const message = `${field}: ${reason}`;
    throw new UpstreamError(400, { type: "invalid_request_error", message }, { isRetryable: false });
  }
}
