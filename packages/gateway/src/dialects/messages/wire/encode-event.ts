import type { AnswerEvent } from "../../../contracts/inner-form.ts";
import { writeSseEvent } from "../../../sse/write-sse-event.ts";

/** Encodes an event as the API does: its name, then its data on one line. */
export function encodeEvent(event: AnswerEvent | { readonly type: string; readonly [field: string]: unknown }): string {
  return writeSseEvent(event.type, event);
}
