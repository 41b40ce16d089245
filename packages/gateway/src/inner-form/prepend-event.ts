import type { AnswerEvent } from "../contracts/inner-form.ts";

/** Puts an event that was already read back at the start of its stream. */
export async function* prependEvent(
  first: IteratorResult<AnswerEvent>,
  rest: AsyncGenerator<AnswerEvent>,
): AsyncGenerator<AnswerEvent> {
  try {
    if (first.done !== true) yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
