import { isNestedTooDeeply } from "@toolcrib/shared/json";
import type { AnswerMessage } from "../../../../../contracts/inner-form.ts";
import { UpstreamError } from "../../../../../errors/upstream-error.ts";
import { limitArguments } from "../../../../../inner-form/argument-limit.ts";
import { toMessageId } from "../../../../shared/stream/started-message.ts";
import { listOf, textOf } from "../../../shared/loose-values.ts";
import { type Fields, withOriginal } from "../../wire/original.ts";
import type { AnswerContext } from "./answer-context.ts";
import { factsOf, readStop } from "./read-end.ts";
import { readItem } from "./read-item.ts";
import { readUsage } from "./read-usage.ts";

/** A whole response in the inner form. */
export function readResponse(response: Fields, context: AnswerContext): AnswerMessage {
  const output = listOf(response["output"]);
  const stop = readStop(response, factsOf(output));
  if (!Array.isArray(response["output"]) || isNestedTooDeeply(response)) {
    const problem = Array.isArray(response["output"]) ? "it is nested too deeply" : "it has no output";
    const message = `The upstream ${context.upstreamName} answered with no response: ${problem}.`;
    throw new UpstreamError(502, { type: "api_error", message });
  }
  limitArguments(output.flatMap(({ type, arguments: given }) => (type === "function_call" ? [textOf(given)] : [])));
  const message: AnswerMessage = {
    id: toMessageId(response["id"], context.generateId),
    type: "message",
    role: "assistant",
    model: context.model,
    content: output.flatMap((item) => readItem(item, context)),
    ...stop,
    usage: readUsage(response["usage"]),
  };
  return context.keepsOriginals ? withOriginal(message, { whole: response }) : message;
}
