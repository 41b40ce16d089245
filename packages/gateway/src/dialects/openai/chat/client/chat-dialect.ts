import { BodyReader } from "../../../../body/body-reader.ts";
import type { ClientDialect } from "../../../../contracts/client-dialect.ts";
import { encodeOpenAiError } from "../../shared/error-envelope.ts";
import { isOpenAiClient } from "../../shared/is-openai-client.ts";
import { encodeOpenAiModel, encodeOpenAiModels } from "../../shared/models.ts";
import { notServed } from "../../shared/not-served.ts";
import { rateLimitHeaders } from "../../shared/rate-limit-headers.ts";
import { answerContextOf } from "./answer/answer-context.ts";
import { encodeAnswer } from "./answer/encode-answer.ts";
import { ChatStreamEncoder } from "./answer/stream-encoder.ts";
import { parseChat } from "./request/parse-chat.ts";

/** OpenAI's Chat Completions API. Answers contain their time, so it takes a clock. */
export function createChatDialect(now: () => number): ClientDialect {
  return {
    specificationVersion: "v1",
    name: "openai-chat",
    endpoints: [{ path: "/v1/chat/completions", kind: "messages" }],
    notServed,
    endMark: "[DONE]",
    recognises: isOpenAiClient,
    createParser() {
      const reader = new BodyReader();
      return ({ body, limits, later }) => parseChat(reader.read(body, later), limits);
    },
    createStreamEncoder: (request) => new ChatStreamEncoder(answerContextOf(request), now()),
    encodeAnswer: (message, request) => encodeAnswer(message, answerContextOf(request), now()),
    encodeCount: (inputTokens) => ({ input_tokens: inputTokens }),
    encodeError: encodeOpenAiError,
    encodeModels: encodeOpenAiModels,
    encodeModel: encodeOpenAiModel,
    rateLimitHeaders,
    readAnswer: () => notForwarded(),
    observeForwarded: () => notForwarded(),
  };
}

export const chatDialect: ClientDialect = createChatDialect(Date.now);

/** No upstream is given the bytes of a chat request: those that speak this dialect are called through a provider package. */
function notForwarded(): never {
  throw new Error("Chat requests are translated, and never forwarded.");
}
