import type { AnswerEvent } from "../contracts/inner-form.ts";

/** The characters that a model wrote in an event: text, thoughts and the arguments of calls. */
export function contentLength(event: AnswerEvent): number {
  if (event.type === "content_block_delta") return writtenLength(event.delta);
  return event.type === "content_block_start" ? writtenLength(event.content_block) : 0;
}

/** The same in a block, or in the delta of one. */
export function writtenLength(part: unknown): number {
  const { text, thinking, partial_json: json } = (part ?? {}) as Readonly<Record<string, unknown>>;
  return lengthOf(text) + lengthOf(thinking) + lengthOf(json);
}

function lengthOf(text: unknown): number {
  return typeof text === "string" ? text.length : 0;
}
