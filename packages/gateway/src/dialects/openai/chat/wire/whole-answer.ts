import type { ContentBlock } from "@toolcrib/core";
import { isNestedTooDeeply, isRecord } from "@toolcrib/shared/json";
import type { AnswerMessage, Usage } from "../../../../contracts/inner-form.ts";
import { UpstreamError } from "../../../../errors/upstream-error.ts";
import { limitArguments } from "../../../../inner-form/argument-limit.ts";
import { callInput } from "../../../../inner-form/call-input.ts";
import { ownField } from "../../../../inner-form/own-field.ts";
import { toMessageId } from "../../../shared/stream/started-message.ts";
import { unknownUsage } from "../../../shared/token-count.ts";
import { customInput } from "../../shared/custom-tools.ts";
import { textOf } from "../../shared/loose-values.ts";
import { errorOfEvent } from "../../shared/read-error.ts";
import type { AnswerContext } from "./answer-context.ts";
import { signReasoning } from "./kept-reasoning.ts";
import { choiceRest, envelopeRest, isEmpty, messageRest } from "./own-fields.ts";
import { type CallPiece, readCalls } from "./read-call.ts";
import { type ContentPiece, readContent } from "./read-content.ts";
import { toStop } from "./stop-reason.ts";
import { readUsage } from "./usage.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A whole answer in the inner form. */
export function toAnswerMessage(answer: Fields, context: AnswerContext): AnswerMessage {
  // Some proxies answer 200 with an error.
  if (isRecord(answer["error"])) throw errorOfEvent(answer);
  const choice = firstChoice(answer);
  const message = choice?.["message"];
  if (!isRecord(message)) throw noAnswer(context, "there is no choice with a message");
  if (isNestedTooDeeply(answer)) throw noAnswer(context, "it is nested too deeply");
  const spoken = readContent(message);
  const calls = readCalls(message);
  const nameless = calls.findIndex(({ name }) => name === "");
  if (nameless !== -1) throw noAnswer(context, `its call ${nameless} has no name`);
  limitArguments(calls.filter(({ isCustom }) => !isCustom).map(({ json }) => json));
  const content: (ContentBlock & Fields)[] = [];
  if (spoken.thought !== "" || spoken.details.length > 0) {
    const signature = signReasoning(context.upstreamName, spoken.field, spoken.details);
    content.push({ type: "thinking", thinking: spoken.thought, signature, ...ownThought(spoken, context) });
  }
  if (spoken.text !== "") content.push({ type: "text", text: spoken.text });
  for (const [position, call] of calls.entries()) content.push(callBlock(call, position, context));
  return {
    id: toMessageId(answer["id"], context.generateId),
    type: "message",
    role: "assistant",
    model: context.model ?? textOf(answer["model"]),
    content,
    ...toStop({
      reason: choice?.["finish_reason"],
      sequence: choice?.["stop_reason"],
      hasCalls: calls.length > 0,
      refusal: spoken.refusal,
    }),
    usage: withOwnUsage(readUsage(answer["usage"]) ?? unknownUsage, answer["usage"], context),
    ...(context.isOwn === true && {
      [ownField]: {
        ...(typeof answer["id"] === "string" && { id: answer["id"] }),
        ...(answer["created"] !== undefined && { created: answer["created"] }),
        envelope: envelopeRest(answer),
        choice: choiceRest(choice ?? {}),
        message: messageRest(message),
        finish_reason: choice?.["finish_reason"],
      },
    }),
  };
}

/** The field that held the reasoning, for a client that reads it there; none if only its details came. */
export function ownThought({ field, isInField }: ContentPiece, { isOwn }: AnswerContext): Fields {
  return isOwn === true ? { [ownField]: { field: isInField ? field : undefined } } : {};
}

/** The usage as the server counts it, beside the inner form's count. */
export function withOwnUsage(usage: Usage, reported: unknown, { isOwn }: AnswerContext): Usage {
  return isOwn === true && isRecord(reported) ? { ...usage, [ownField]: reported } : usage;
}

/** The first of several answers: only one is ever asked for. */
export function firstChoice({ choices }: Fields): Fields | undefined {
  const [choice] = Array.isArray(choices) ? choices : [];
  return isRecord(choice) ? choice : undefined;
}

function callBlock(call: CallPiece, position: number, context: AnswerContext): ContentBlock & Fields {
  const { name, json } = call;
  return {
    type: "tool_use",
    id: takeCallId(call, position, context),
    name: context.names.toClient(name),
    input: call.isCustom ? customInput(json) : callInput(json),
    ...ownCall(call, context),
  };
}

/** The id of a call. A client of this dialect sends back what belongs to a call by itself. */
export function takeCallId(
  { id, metadata }: Pick<CallPiece, "id" | "metadata">,
  position: number,
  { callIds, isOwn }: AnswerContext,
): string {
  const given = id === "" ? `call_${position}` : id;
  return callIds.take(isOwn === true ? { id: given } : { id: given, metadata });
}

/** Fields of a call that only this dialect has. */
export function ownCall({ rest }: Pick<CallPiece, "rest">, { isOwn }: AnswerContext): Fields {
  return isOwn === true && !isEmpty(rest) ? { [ownField]: rest } : {};
}

function noAnswer({ upstreamName }: AnswerContext, problem: string): UpstreamError {
  const message = `The upstream ${upstreamName} answered with no message: ${problem}.`;
  return new UpstreamError(502, { type: "api_error", message });
}
