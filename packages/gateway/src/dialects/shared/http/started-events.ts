import type { AnswerEvent } from "../../../contracts/inner-form.ts";

/** Resolves with the events once the first has arrived: a failure before that fails the call, which can be retried. */
export async function startedEvents(
  events: AsyncGenerator<AnswerEvent, void, undefined>,
): Promise<AsyncIterable<AnswerEvent>> {
  const first = await events.next();
  return (async function* () {
    try {
      if (first.done !== true) yield first.value;
      yield* events;
    } finally {
      await events.return();
    }
  })();
}
