import type { AnswerEvent } from "../contracts/inner-form.ts";

/** A stream of which the first event was taken already. */
export async function* resumed(
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
