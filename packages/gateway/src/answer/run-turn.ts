import type { ContentBlock, Message, ToolResultBlock } from "@toolcrib/core";
import type { AnswerEvent } from "../contracts/inner-form.ts";
import { callModel } from "./call-model.ts";
import { callRules } from "./call-rules.ts";
import type { Inside } from "./inside.ts";
import { RoundReader } from "./round-reader.ts";
import type { Turn } from "./turn.ts";
import { VisibleAnswer } from "./visible-answer.ts";
import { writeRequest } from "./write-request.ts";

/** How often the API's own loop calls the model for one request. */
const mostRounds = 10;
/** How often a call that cannot run is answered inside before the client gets it after all. */
const mostRefusals = 3;

/**
 * The loop around the model: what it calls of the gateway's own is answered, and the model called again, until there is something for
 * the client to do. What it yields is one answer.
 */
export async function* runTurn(turn: Turn, inside: Inside): AsyncGenerator<AnswerEvent> {
  const visible = new VisibleAnswer(turn.request.body.model);
  let conversation = turn.conversation;
  let refusals = 0;
  for (let round = 1; ; round++) {
    const written = writeRequest(turn, conversation);
    const reader = new RoundReader(visible, callRules(turn, written.loaded), inside.createIdSuffix);
    for await (const event of callModel(turn, written, visible, inside)) yield* reader.read(event);
    const results: ToolResultBlock[] = [];
    const isClientsTurn = reader.clientCalls > 0;
    const canGoOn = !isClientsTurn && round < mostRounds && isCallingStop(reader.ending?.stop_reason);
    if (reader.refusedCalls.length > 0) {
      if (canGoOn && refusals < mostRefusals) {
        refusals++;
        for (const { call, result } of reader.refusedCalls) {
          reader.inner.push(call);
          results.push(result);
        }
      } else {
        yield* reader.showRefused();
      }
    }
    if (results.length === 0) {
      yield* visible.finish(endingOf(reader));
      return;
    }
    conversation = [...conversation, ...answered(reader.inner, results)];
  }
}

function answered(content: readonly ContentBlock[], results: readonly ToolResultBlock[]): readonly Message[] {
  return [
    { role: "assistant", content },
    { role: "user", content: results },
  ];
}

/** Whether the model stopped to have its calls answered, and was not cut off. */
function isCallingStop(stopReason: string | null | undefined): boolean {
  return stopReason === "tool_use" || stopReason === "end_turn" || stopReason === undefined || stopReason === null;
}

/** Some upstreams say that the turn has ended although they call tools. */
function endingOf({ ending, inner }: RoundReader): { stop_reason: string | null } {
  const stopReason = ending?.stop_reason ?? "end_turn";
  const calls = inner.some(({ type }) => type === "tool_use");
  return {
    stop_sequence: null,
    ...ending,
    stop_reason: calls && stopReason === "end_turn" ? "tool_use" : stopReason,
  } as {
    stop_reason: string | null;
  };
}
