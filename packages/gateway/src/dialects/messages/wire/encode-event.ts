import type { AnswerEvent } from "../../../contracts/inner-form.ts";

/** Encodes an event as the API does: its name, then its data on one line. */
export function encodeEvent(event: AnswerEvent | { readonly type: string; readonly [field: string]: unknown }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
