import type { ParsedRequest } from "../../../../../contracts/client-dialect.ts";
import type { AnswerMessage } from "../../../../../contracts/inner-form.ts";
import type { Fields } from "../../../shared/read-values.ts";
import { keepResponse } from "../kept/kept-responses.ts";
import { responseContextOf } from "../request/answer-context.ts";
import type { AnswerOptions } from "./encode-stream.ts";
import type { OutputItem } from "./item-types.ts";
import { isMcpBlock, McpOutput } from "./mcp-output.ts";
import { refusalItem, toOutputItem } from "./output-item.ts";
import { endOf, responseObject } from "./response-object.ts";

/** A whole answer as a response. */
export function encodeAnswer(
  message: AnswerMessage,
  parsed: ParsedRequest,
  { createdAt, stem, kept }: AnswerOptions,
): object {
  const request = responseContextOf(parsed);
  const end = endOf(message.stop_reason, message);
  const output: OutputItem[] = [];
  const mcp = new McpOutput(request);
  for (const [position, block] of message.content.entries()) {
    if (isMcpBlock(block)) {
      output.push(...mcp.add(block, () => `mcpl_${stem}_${output.length}`));
      continue;
    }
    const isCutOff = end.status === "incomplete" && position === message.content.length - 1;
    const place = { stem, index: output.length, names: mcp.names };
    const item = toOutputItem(block, place, isCutOff ? "incomplete" : "completed");
    if (item !== undefined) output.push(item);
  }
  output.push(...mcp.end());
  const refusal = refusalItem(message as unknown as Fields, { stem, index: output.length });
  if (refusal !== undefined) output.push(refusal);
  const response = responseObject({ id: `resp_${stem}`, createdAt, request, output, usage: message.usage, ...end });
  keepResponse(response, request.origin, kept);
  return response;
}
