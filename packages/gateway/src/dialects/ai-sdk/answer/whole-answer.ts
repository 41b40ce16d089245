import type { LanguageModelV4Content, LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import type { ContentBlock } from "@toolcrib/core";
import type { AnswerMessage } from "../../../contracts/inner-form.ts";
import { limitArguments } from "../../../inner-form/argument-limit.ts";
import { callInput } from "../../../inner-form/call-input.ts";
import { toMessageId } from "../../shared/stream/started-message.ts";
import { signThought } from "../provider/thinking-signature.ts";
import type { AnswerContext } from "./answer-context.ts";
import { toStop } from "./stop-reason.ts";
import { toUsage } from "./usage.ts";

/** A complete response in the internal format. */
export function toAnswerMessage(result: LanguageModelV4GenerateResult, context: AnswerContext): AnswerMessage {
  limitArguments(result.content.flatMap((part) => (part.type === "tool-call" ? [part.input] : [])));
  const content = result.content.flatMap((part) => toBlock(part, context));
  const hasCalls = content.some(({ type }) => type === "tool_use");
  return {
    id: toMessageId(result.response?.id, context.generateId),
    type: "message",
    role: "assistant",
    model: context.model,
    content,
    ...toStop(result.finishReason, hasCalls, result.providerMetadata),
    usage: toUsage(result.usage),
  };
}

function toBlock(part: LanguageModelV4Content, context: AnswerContext): (ContentBlock & Record<string, unknown>)[] {
  switch (part.type) {
    case "text":
      return part.text === "" ? [] : [{ type: "text", text: part.text }];
    case "reasoning":
      return [
        { type: "thinking", thinking: part.text, signature: signThought(context.upstreamName, part.providerMetadata) },
      ];
    case "tool-call":
      return [
        {
          type: "tool_use",
          id: context.callIds.take({ id: part.toolCallId, metadata: part.providerMetadata }),
          name: context.names.toClient(part.toolName),
          input: callInput(part.input),
        },
      ];
    default:
      // Files, sources and provider-executed tools: the Messages API has no representation for them in a response.
      return [];
  }
}
