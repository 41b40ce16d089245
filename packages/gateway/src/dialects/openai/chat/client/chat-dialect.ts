import { BodyReader } from "../../../../body/body-reader.ts";
import { checkKeys } from "../../../../body/check-keys.ts";
import { countItems } from "../../../../body/count-items.ts";
import type { ClientDialect } from "../../../../contracts/client-dialect.ts";
import { renameLines } from "../../../shared/rename/rename-lines.ts";
import { apiFieldsOf } from "../../../shared/support/api-fields.ts";
import { openAiApi } from "../../shared/openai-api.ts";
import { parseOrReject } from "../../shared/parse-or-reject.ts";
import { nameAt, recordAt } from "../../shared/read-values.ts";
import { observeChat } from "../wire/observe-forwarded.ts";
import { readAnswer } from "../wire/read-forwarded.ts";
import { answerContextOf } from "./answer/answer-context.ts";
import { encodeAnswer } from "./answer/encode-answer.ts";
import { ChatStreamEncoder } from "./answer/stream-encoder.ts";
import { chatRequest } from "./request/chat-request.ts";
import { parseChat } from "./request/parse-chat.ts";

const apiFields = apiFieldsOf(chatRequest, { function: ["name", "arguments"] });

/** OpenAI's Chat Completions API. Answers contain their time, so it takes a clock. */
export function createChatDialect(now: () => number): ClientDialect {
  return {
    ...openAiApi,
    name: "openai-chat",
    endpoints: [{ path: "/v1/chat/completions", kind: "messages" }],
    endMark: "[DONE]",
    renameStream: (body, model) => renameLines(body, model, { depth: 1 }),
    createParser() {
      const reader = new BodyReader({ part: (part) => checkKeys(part, apiFields), items: countItems });
      return ({ body, limits, later, hold, upstreamOf }) =>
        parseOrReject(recordAt(reader.read(body, { postpone: later, hold }), "body"), (fields) =>
          parseChat(fields, limits, upstreamOf?.(nameAt(fields["model"], "model"))),
        );
    },
    createStreamEncoder: (request) => new ChatStreamEncoder(answerContextOf(request), now()),
    encodeAnswer: (message, request) => encodeAnswer(message, answerContextOf(request), now()),
    encodeCount: (inputTokens) => ({ input_tokens: inputTokens }),
    readAnswer,
    observeForwarded: observeChat,
  };
}

export const chatDialect: ClientDialect = createChatDialect(Date.now);
