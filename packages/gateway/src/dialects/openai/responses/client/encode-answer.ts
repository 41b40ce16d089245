import type { ParsedRequest } from "../../../../contracts/client-dialect.ts";
import type { AnswerMessage } from "../../../../contracts/inner-form.ts";
import type { KeptObjects } from "../../../../contracts/kept-objects.ts";
import { responseContextOf } from "./answer-context.ts";
import type { OutputItem } from "./item-types.ts";
import { keepResponse } from "./kept-responses.ts";
import { toOutputItem } from "./output-item.ts";
import { endOf, idStem, responseObject } from "./response-object.ts";

/** A whole answer as a response. */
export function encodeAnswer(
  message: AnswerMessage,
  parsed: ParsedRequest,
  { createdAt, kept }: { readonly createdAt: number; readonly kept: KeptObjects | undefined },
): object {
  const request = responseContextOf(parsed);
  const stem = idStem(message);
  const end = endOf(message.stop_reason);
  const output: OutputItem[] = [];
  for (const [position, block] of message.content.entries()) {
    const isCutOff = end.status === "incomplete" && position === message.content.length - 1;
    const place = { stem, index: output.length, names: request.names };
    const item = toOutputItem(block, place, isCutOff ? "incomplete" : "completed");
    if (item !== undefined) output.push(item);
  }
  const response = responseObject({ id: `resp_${stem}`, createdAt, request, output, usage: message.usage, ...end });
  keepResponse(response, request.origin, kept);
  return response;
}
