import type { ContentBlock } from "@toolcrib/core";
import type { AnswerMessage } from "../../../../../contracts/inner-form.ts";
import { customText } from "../../../shared/custom-tools.ts";
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
  const thoughts = blocks.flatMap(({ type, thinking }) => (type === "thinking" ? [thinking ?? ""] : [])).join("");
  const calls = blocks.filter(({ type }) => type === "tool_use").map((block) => encodeCall(block, options));
  return {
    id: completionId(message.id),
    object: "chat.completion",
    created: Math.floor(now / 1_000),
    model: message.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: texts.length === 0 ? null : texts.join(""),
          refusal: refusalText(message),
          ...(thoughts === "" ? {} : { reasoning_content: thoughts }),
          // Left out where there are none: clients stumble over null.
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        },
        logprobs: null,
        finish_reason: finishReason(message.stop_reason),
      },
    ],
    usage: encodeUsage(message.usage),
  };
}

export function completionId(messageId: string): string {
  return `chatcmpl-${messageId.replace(/^msg_/, "")}`;
}

function encodeCall({ id, name = "", input }: AnyBlock, { customTools }: ChatAnswerContext): object {
  if (customTools.has(name)) return { id, type: "custom", custom: { name, input: customText(input) } };
  return { id, type: "function", function: { name, arguments: JSON.stringify(input ?? {}) } };
}
