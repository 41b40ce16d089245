import type { ContentBlock } from "@toolcrib/core";
import { writeExactly } from "@toolcrib/shared/json";
import type { AnswerMessage } from "../../../../../contracts/inner-form.ts";
import { customText } from "../../../shared/custom-tools.ts";
import { ownFieldsOf, textIn } from "../../wire/own-fields.ts";
import { reasoningDetail } from "../../wire/reasoning-details.ts";
import type { ChatAnswerContext } from "./answer-context.ts";
import { finishReason, refusalText } from "./finish-reason.ts";
import { encodeUsage } from "./usage.ts";

interface AnyBlock extends ContentBlock {
  readonly text?: string;
  readonly thinking?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
}

/** A whole answer. Blocks of the API's own tools have no form here and are left out. */
export function encodeAnswer(message: AnswerMessage, options: ChatAnswerContext, now: number): object {
  const blocks = message.content as readonly AnyBlock[];
  const texts = blocks.flatMap(({ type, text }) => (type === "text" ? [text ?? ""] : []));
  const own = ownFieldsOf(message);
  const calls = blocks.filter(({ type }) => type === "tool_use").map((block) => encodeCall(block, options));
  const details = blocks.flatMap((block, index) => reasoningDetail(block, index) ?? []);
  return {
    id: textIn(own, "id") ?? completionId(message.id),
    object: "chat.completion",
    created: own["created"] ?? Math.floor(now / 1_000),
    model: message.model,
    ...(own["envelope"] as object | undefined),
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: texts.length === 0 ? null : texts.join(""),
          refusal: refusalText(message),
          ...thoughtsIn(blocks),
          ...(details.length === 0 ? {} : { reasoning_details: details }),
          ...(own["message"] as object | undefined),
          // Left out where there are none: clients stumble over null.
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        },
        logprobs: null,
        ...(own["choice"] as object | undefined),
        finish_reason: finishReason(message, own["finish_reason"]),
      },
    ],
    usage: encodeUsage(message.usage),
  };
}

/** The reasoning, in the field that an upstream of this dialect used. */
function thoughtsIn(blocks: readonly AnyBlock[]): Readonly<Record<string, string>> {
  const thoughts: Record<string, string> = {};
  for (const block of blocks) {
    if (block.type !== "thinking" || block.thinking === undefined || block.thinking === "") continue;
    const own = ownFieldsOf(block);
    const field = "field" in own ? own["field"] : "reasoning_content";
    if (field === "reasoning_content" || field === "reasoning")
      thoughts[field] = (thoughts[field] ?? "") + block.thinking;
  }
  return thoughts;
}

export function completionId(messageId: string): string {
  return `chatcmpl-${messageId.replace(/^msg_(?:chatcmpl-)?/, "")}`;
}

function encodeCall(block: AnyBlock, { customTools }: ChatAnswerContext): object {
  const { id, name = "", input } = block;
  const own = ownFieldsOf(block);
  if (customTools.has(name)) return { ...own, id, type: "custom", custom: { name, input: customText(input) } };
  return { ...own, id, type: "function", function: { name, arguments: writeExactly(input ?? {}) } };
}
