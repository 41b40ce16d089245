import type { ContentBlock } from "@toolcrib/core";
import { usesReferences } from "@toolcrib/core/loaders";
import type { AnswerEvent } from "../contracts/inner-form.ts";
import type { CallIds } from "../conversation/call-ids.ts";
import type { AnswerContext } from "../memory/answer-context.ts";
import { planTurn } from "../plan/plan-turn.ts";
import type { Recovery } from "../refusals/recovery.ts";
import { withhold } from "../refusals/withhold.ts";
import type { Turn } from "../turn/turn.ts";
import type { WrittenRequest } from "../turn/write-request.ts";
import { callModel } from "./call-model.ts";
import { callRules } from "./call-rules.ts";
import type { CallOrigin } from "./measure-call.ts";
import { RoundReader } from "./round-reader.ts";
import type { VisibleAnswer } from "./visible-answer.ts";

/** One model call and the handling of its answer. */
export interface Round {
  readonly turn: Turn;
  /** The number of the call in the turn, from 1. */
  readonly number: number;
  readonly origin: CallOrigin;
  readonly visible: VisibleAnswer;
  readonly ids: CallIds;
  /** Blocks that the client is shown before the answer. */
  readonly waiting: readonly ContentBlock[];
  /** Writes the request for a turn; called again if the upstream refuses what was sent. */
  readonly write: (turn: Turn) => WrittenRequest;
}

/** A finished round. */
export interface PlayedRound {
  /** The turn to continue with: a new one if the upstream refused the previous one. */
  readonly turn: Turn;
  readonly reader: RoundReader;
  /** Whether the answer ended with an error event. */
  readonly isBroken: boolean;
}

/**
 * Plays one round. Until its answer begins, a refusal by the upstream is remembered and the request is sent again without the refused
 * part. This works in any round: what the client has already seen stays.
 */
export async function* playRound(
  { turn: given, number, origin, visible, ids, waiting, write }: Round,
  context: AnswerContext,
  recovery: Recovery,
): AsyncGenerator<AnswerEvent, PlayedRound> {
  for (let turn = given; ; ) {
    const written = withheldRequest(write(turn), turn, context);
    const reader = new RoundReader(visible, callRules(turn, written.prepared), ids, waiting);
    let hasBegun = false;
    try {
      for await (const event of callModel(turn, { written, round: number, origin }, context)) {
        if (!hasBegun && event.type !== "error") recovery.accepted();
        hasBegun = true;
        yield* reader.read(event);
        if (event.type === "error") return { turn, reader, isBroken: true };
      }
      return { turn, reader, isBroken: false };
    } catch (error) {
      if (hasBegun) throw error;
      const { clientBody, session } = turn.request;
      const sent = { ...written, clientBody, session, loading: turn.loader.loading };
      const refusals = recovery.learn(error, { sent, usesToolSearch: usesReferences(turn.loader) });
      if (refusals.length === 0) throw error;
      // Without the feature, or with other roles, the conversation is written differently.
      if (refusals.some(({ kind }) => kind === "feature" || kind === "role")) {
        const planned = (await planTurn(turn.request, context)).turn;
        if (planned === undefined) throw error;
        turn = { ...planned, budget: turn.budget };
        turn.request.trace.note({ loader: turn.loader.name, loaderReason: turn.choice.reason });
      }
    }
  }
}

function withheldRequest(written: WrittenRequest, { request, loader }: Turn, context: AnswerContext): WrittenRequest {
  const { clientBody, session } = request;
  const sent = { ...written, clientBody, session, loading: loader.loading };
  const { body, betas, withheld, refused } = withhold(sent, request.route, context);
  if (withheld.length === 0) return written;
  request.trace.note({ withheld });
  return { ...written, body, betas, refused };
}
