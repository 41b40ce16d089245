import type { ContentBlock } from "@toolcrib/core";
import { isNestedTooDeeply, isRecord } from "@toolcrib/shared/json";
import type { AnswerMessage } from "../../../../contracts/inner-form.ts";
import { UpstreamError } from "../../../../errors/upstream-error.ts";
import { callInput } from "../../../../inner-form/call-input.ts";
import { customInput } from "../../shared/custom-tools.ts";
import type { AnswerContext } from "./answer-context.ts";
import { signReasoning } from "./kept-reasoning.ts";
import { type CallPiece, readCalls, textOf } from "./read-call.ts";
import { readSaid } from "./read-content.ts";
import { errorIn } from "./read-error.ts";
import { toStop } from "./stop-reason.ts";
import { readUsage, unknownUsage } from "./usage.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A whole answer in the inner form. */
export function toAnswerMessage(answer: Fields, context: AnswerContext): AnswerMessage {
  // Some proxies answer 200 with an error.
  if (isRecord(answer["error"])) throw errorIn(answer["error"]);
  const choice = firstChoice(answer);
  const message = choice?.["message"];
  if (!isRecord(message)) throw noAnswer(context, "there is no choice with a message");
  if (isNestedTooDeeply(answer)) throw noAnswer(context, "it is nested too deeply");
  const said = readSaid(message);
  const calls = readCalls(message);
  const nameless = calls.findIndex(({ name }) => name === "");
  if (nameless !== -1) throw noAnswer(context, `its call ${nameless} has no name`);
  const content: (ContentBlock & Fields)[] = [];
  if (said.thought !== "" || said.details.length > 0) {
    const signature = signReasoning(context.upstreamName, said.field, said.details);
    content.push({ type: "thinking", thinking: said.thought, signature });
  }
  if (said.text !== "") content.push({ type: "text", text: said.text });
  content.push(...calls.map((call, position) => callBlock(call, position, context)));
  return {
    id: messageId(answer["id"], context),
    type: "message",
    role: "assistant",
    model: context.model ?? textOf(answer["model"]),
    content,
    ...toStop({
      reason: choice?.["finish_reason"],
      sequence: choice?.["stop_reason"],
      hasCalls: calls.length > 0,
      refusal: said.refusal,
    }),
    usage: readUsage(answer["usage"]) ?? unknownUsage,
  };
}

/** The first of several answers: only one is ever asked for. */
export function firstChoice({ choices }: Fields): Fields | undefined {
  const [choice] = Array.isArray(choices) ? choices : [];
  return isRecord(choice) ? choice : undefined;
}

/** The server's id in the form of the inner one. */
export function messageId(id: unknown, { generateId }: AnswerContext): string {
  const usable = typeof id === "string" ? id.replace(/[^\w-]/g, "") : "";
  if (usable === "") return `msg_${generateId()}`;
  return usable.startsWith("msg_") ? usable : `msg_${usable}`;
}

function callBlock(call: CallPiece, position: number, { callIds, names }: AnswerContext): ContentBlock & Fields {
  const { id, metadata, name, json } = call;
  return {
    type: "tool_use",
    id: callIds.take({ id: id === "" ? `call_${position}` : id, metadata }),
    name: names.toClient(name),
    input: call.isCustom ? customInput(json) : callInput(json),
  };
}

function noAnswer({ upstreamName }: AnswerContext, problem: string): UpstreamError {
  const message = `The upstream ${upstreamName} answered with no message: ${problem}.`;
  return new UpstreamError(502, { type: "api_error", message });
}
