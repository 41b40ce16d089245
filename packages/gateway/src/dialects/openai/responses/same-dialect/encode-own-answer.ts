import type { ContentBlock } from "@toolcrib/core";
import type { ParsedRequest } from "../../../../contracts/client-dialect.ts";
import type { AnswerMessage } from "../../../../contracts/inner-form.ts";
import type { Fields } from "../../shared/read-values.ts";
import type { AnswerOptions } from "../client/answer/encode-stream.ts";
import { endOf } from "../client/answer/response-object.ts";
import { keepResponse } from "../client/kept/kept-responses.ts";
import { responseContextOf } from "../client/request/answer-context.ts";
import { originalOf } from "../wire/original.ts";
import { blockText, messageOf, ownItem, ownPart } from "./own-item.ts";
import { ownId, ownResponse } from "./own-response.ts";

/** A whole answer as a response, with everything that the upstream's response says. */
export function encodeOwnAnswer(
  message: AnswerMessage,
  parsed: ParsedRequest,
  { createdAt, stem, kept }: AnswerOptions,
): object {
  const request = responseContextOf(parsed);
  const upstream = originalOf(message)?.whole as Fields | undefined;
  const { status } = endOf(message.stop_reason, message);
  const output: Fields[] = [];
  const blocks = message.content;
  for (let position = 0; position < blocks.length; ) {
    const parts = textsOfOneMessage(blocks, position);
    const [block] = parts as [ContentBlock];
    const place = { stem, index: output.length, names: request.names };
    const isCut = status === "incomplete" && position + parts.length === blocks.length;
    const item = ownItem(block, place, isCut ? "incomplete" : "completed");
    if (item !== undefined) {
      const content = parts.map((part) => ownPart(part, blockText(part)));
      output.push(block.type === "text" ? { ...item, content } : item);
    }
    position += parts.length;
  }
  const id = ownId(upstream, stem, kept);
  const { usage, stop_reason: stopReason } = message;
  const response = ownResponse({ id, createdAt, request, output, usage, upstream, stopReason });
  keepResponse({ ...response, id, output }, request.origin, kept);
  return response;
}

function textsOfOneMessage(blocks: readonly ContentBlock[], start: number): readonly ContentBlock[] {
  const item = messageOf(blocks[start] as ContentBlock);
  let end = start + 1;
  while (item !== undefined && end < blocks.length && messageOf(blocks[end] as ContentBlock) === item) end++;
  return blocks.slice(start, end);
}
