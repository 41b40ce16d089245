import type { ContentBlock, Message } from "@toolcrib/core";
import type { AnswerEvent, ToolChoice } from "../contracts/inner-form.ts";
import { messagesDialectName } from "../contracts/messages-dialect-name.ts";
import { CallIds } from "../conversation/call-ids.ts";
import { withResults } from "../conversation/inner-conversation.ts";
import { withContainer } from "../inner-form/container.ts";
import type { AnswerContext } from "../memory/answer-context.ts";
import type { Recovery } from "../refusals/recovery.ts";
import { maxRefusals, maxRounds } from "../turn/request-budget.ts";
import type { Turn } from "../turn/turn.ts";
import { type WrittenRequest, writeRequest } from "../turn/write-request.ts";
import { type AnsweredCall, answerCalls } from "./answer-calls.ts";
import { answerLost } from "./answer-lost.ts";
import { CalledTools } from "./called-tools.ts";
import { endingOf, wasCutOff } from "./ending.ts";
import { explainNothing } from "./explain-nothing.ts";
import { HiddenRecord } from "./hidden-record.ts";
import { type CallOrigin, firstOrigin } from "./measure-call.ts";
import { nextChoice } from "./next-choice.ts";
import { noteAnswer, noteRound } from "./note-flow.ts";
import { playRound } from "./play-round.ts";
import type { RoundReader } from "./round-reader.ts";
import { VisibleAnswer } from "./visible-answer.ts";

/** A turn and its first request. */
export interface PlannedTurn {
  readonly turn: Turn;
  readonly written: WrittenRequest;
}

/**
 * The loop around the model: answers calls of the gateway's own tools and calls the model again, until it is the client's turn. The
 * events that it yields form one answer.
 */
export async function* runTurn(
  { turn: planned, written: plannedRequest }: PlannedTurn,
  context: AnswerContext,
  recovery: Recovery,
): AsyncGenerator<AnswerEvent> {
  let turn = planned;
  const { body } = turn.request;
  const visible = new VisibleAnswer(turn.model === body.model ? undefined : body.model);
  const record = new HiddenRecord(turn, context, visible);
  const ids = new CallIds(turn.conversation, () => planned.keys.history, context.createIdSuffix);
  const called = turn.request.learning === undefined ? undefined : new CalledTools(turn);
  const waiting = await answerPending(turn, record);
  let exchangedSince: readonly Message[] = [];
  const conversationOf = ({ conversation }: Turn): readonly Message[] => {
    const begun = record.leading.length === 0 ? conversation : withResults(conversation, record.leading);
    return exchangedSince.length === 0 ? begun : [...begun, ...exchangedSince];
  };
  visible.noteSearches(waiting.searches);
  let refusals = 0;
  let choice = body.tool_choice ?? undefined;
  let origin: CallOrigin = firstOrigin(turn);
  for (let round = 1; ; round++) {
    const writeRound = round === maxRounds ? lastRequest : writeRequest;
    const write = (current: Turn) => {
      const isAsPlanned = round === 1 && current === planned && record.leading.length === 0;
      const written = isAsPlanned ? plannedRequest : writeRound(current, conversationOf(current), choice);
      return { ...written, body: withContainer(written.body, visible.containerId) };
    };
    const played = yield* playRound(
      { turn, number: round, origin, visible, ids, waiting: waiting.blocks, write },
      context,
      recovery,
    );
    if (played.isBroken) return;
    const { reader } = played;
    turn = played.turn;
    noteRound(turn.request.trace, reader);
    called?.add(reader.inner);
    const mayGoOn = reader.clientCalls === 0 && !wasCutOff(reader.ending);
    const answersRefused = mayGoOn && reader.refusedCalls.length > 0 && refusals < maxRefusals && round < maxRounds;
    recordRefused(turn, reader, answersRefused);
    if (!answersRefused) yield* reader.showRefused();
    // The client answers calls that were shown to it.
    const isOver = !mayGoOn || reader.clientCalls > 0 || (reader.gatewayCalls.length === 0 && !answersRefused);
    const calls = isOver ? reader.hiddenCalls : reader.gatewayCalls;
    const answered = await answerCalls(calls, turn.budget, turn.request.signal);
    for (const { shown } of answered) if (shown !== undefined) yield* visible.show(shown);
    visible.noteSearches(answered.filter(isShownSearch).length);
    const isLast = isOver || round >= maxRounds;
    const mustAnswer = !isOver && !knowsPauses(turn);
    const explanation = isLast && mayGoOn ? explainNothing(visible.blocks, reader, mustAnswer) : undefined;
    if (explanation !== undefined) yield* visible.show(explanation);
    const results = answered.map(({ result }) => result);
    if (isOver) {
      await record.end(reader, results);
      noteAnswer(turn.request.trace, visible.blocks);
      yield* visible.finish(endingOf(reader));
      called?.end();
      return;
    }
    if (answersRefused) {
      refusals++;
      for (const result of reader.takeRefused()) results.push(result);
    }
    const exchange: readonly Message[] = [
      { role: "assistant", content: reader.inner },
      { role: "user", content: results },
    ];
    record.add(exchange, answersRefused || reader.hiddenCalls.length > 0);
    if (reader.gatewayCalls.length === reader.hiddenCalls.length) visible.hideRound();
    if (round >= maxRounds) {
      await record.end(undefined, []);
      noteAnswer(turn.request.trace, visible.blocks);
      yield* visible.finish({ stop_reason: knowsPauses(turn) ? "pause_turn" : "end_turn", stop_sequence: null });
      called?.end();
      return;
    }
    exchangedSince = [...exchangedSince, ...exchange];
    const isExtra = reader.gatewayCalls.every(({ tool }) => tool.isSearch);
    origin = { isExtra, plainMessages: isExtra ? origin.plainMessages : [...origin.plainMessages, ...exchange] };
    choice = nextChoice(choice, reader);
  }
}

/** Calls that the client never sees go to the audit log here; those that it sees, with their results. */
function recordRefused({ request }: Turn, { refusedCalls }: RoundReader, answersRefused: boolean): void {
  for (const { call, isForbidden } of refusedCalls) {
    if (!isForbidden && !answersRefused) continue;
    const { id, name: tool, input } = call;
    const refusal = isForbidden ? "policy" : "invalid";
    request.callControl?.record({ tool, input, by: "gateway", outcome: "refused", refusal, id });
  }
}

/** Whether a client understands `pause_turn`: it does if it sent server tools in the Messages API. No other API has pauses. */
function knowsPauses({ execution, request }: Turn): boolean {
  if (request.dialect !== messagesDialectName) return false;
  return execution === "server-search" || execution === "mcp-toolset";
}

/** A client that knows no pauses cannot continue the rounds, so the model must answer in the end. */
function lastRequest(turn: Turn, conversation: readonly Message[], choice: ToolChoice | undefined): WrittenRequest {
  const written = writeRequest(turn, conversation, choice);
  if (knowsPauses(turn)) return written;
  turn.request.trace.warn(`The gateway answered calls in ${maxRounds - 1} rounds; now the model must answer.`);
  return { ...written, body: { ...written.body, tool_choice: { type: "none" } } };
}

function isShownSearch({ tool, shown }: AnsweredCall): boolean {
  return tool.isSearch && shown !== undefined;
}

/** Answers calls that the previous turn left open; the client sees the results first. */
async function answerPending(
  turn: Turn,
  record: HiddenRecord,
): Promise<{ readonly blocks: readonly ContentBlock[]; readonly searches: number }> {
  const calls = turn.pending.flatMap((call) => {
    const tool = turn.gatewayTools.get(call.name);
    return tool === undefined ? [] : [{ tool, call }];
  });
  const answered = await answerCalls(calls, turn.budget, turn.request.signal);
  const lost = turn.pending.filter(({ name }) => !turn.gatewayTools.has(name) && !name.startsWith("tool_search_tool_"));
  const answers = [...answered, ...lost.map(answerLost)];
  record.leading = answers.map(({ result }) => result);
  const shown = answers.flatMap(({ shown: block }) => block ?? []);
  return { blocks: [...turn.shownFirst, ...shown], searches: answered.filter(isShownSearch).length };
}
