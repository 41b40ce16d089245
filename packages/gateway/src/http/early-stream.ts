import type { TurnAnswer } from "../contracts/client-request.ts";
import type { AnswerEvent } from "../contracts/inner-form.ts";
import { eventsOfMessage } from "../inner-form/whole-message.ts";
import type { HttpAnswer } from "./http-answer.ts";
import type { OpenCall } from "./open-call.ts";
import { streamed, turnAnswer } from "./turn-answer.ts";

/**
 * The answer of a streamed call. If it takes long to begin and the gateway writes the stream itself, the stream starts early with
 * pings, because a client or a proxy could take the silence for a dead connection. An error before that keeps its status; a later one
 * becomes an `error` event.
 */
export function answerInTime(answering: Promise<TurnAnswer>, call: OpenCall): Promise<HttpAnswer> {
  const { services, state } = call;
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    const timer = services.startTimer(state.config.limits.pingSeconds * 1_000, () => {
      if (!call.isOwnStream) {
        timer.restart();
        return;
      }
      hasBegun = true;
      try {
        resolve(streamed(eventsOf(answering, call), call, { beginsWithPing: true }));
      } catch (error) {
        reject(error as Error);
      }
    });
    const begin = (answer: () => Promise<HttpAnswer>): void => {
      timer.stop();
      if (!hasBegun) answer().then(resolve, reject);
    };
    answering.then(
      (answer) => begin(() => turnAnswer(answer, call)),
      (error: unknown) => begin(() => Promise.reject(error as Error)),
    );
  });
}

/** The events of an answer of any kind: after a refused feature it may be a forwarded one. */
async function* eventsOf(answering: Promise<TurnAnswer>, { dialect, services }: OpenCall): AsyncGenerator<AnswerEvent> {
  const answer = await answering;
  if (answer.kind === "streamed") yield* answer.events;
  else if (answer.kind === "whole") yield* eventsOfMessage(answer.message);
  else if (answer.kind === "forwarded") {
    const { response, onEnd } = answer;
    let isBrokenOff = true;
    try {
      for await (const event of dialect.readAnswer(response, services.now())) {
        answer.onEvent?.(event);
        yield event;
      }
      isBrokenOff = false;
    } finally {
      onEnd?.({ isBrokenOff, content: undefined });
    }
  }
}
