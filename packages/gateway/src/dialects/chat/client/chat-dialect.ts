import { BodyReader } from "../../../body/body-reader.ts";
import type { ClientDialect } from "../../../contracts/client-dialect.ts";
import { encodeAnswer } from "./answer/encode-answer.ts";
import { encodeError } from "./answer/encode-error.ts";
import { encodeModel, encodeModels } from "./answer/encode-models.ts";
import { ChatStreamEncoder } from "./answer/stream-encoder.ts";
import { notServed } from "./not-served.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";
import { parseChat } from "./request/parse-chat.ts";
import { answerOptionsOf } from "./shared/answer-options.ts";

/** OpenAI's Chat Completions API. Answers tell when they were made, so it takes a clock. */
export function createChatDialect(now: () => number): ClientDialect {
  return {
    specificationVersion: "v1",
    name: "openai-chat",
    endpoints: [{ path: "/v1/chat/completions", kind: "messages" }],
    notServed,
    endMark: "[DONE]",
    recognises: (headers) =>
      /^Bearer\s/i.test(headers["authorization"] ?? "") &&
      headers["x-api-key"] === undefined &&
      !Object.keys(headers).some((name) => name.startsWith("anthropic-")),
    createParser() {
      const reader = new BodyReader();
      return ({ body, limits, later }) => parseChat(reader.read(body, later), limits);
    },
    createStreamEncoder: (request) => new ChatStreamEncoder(answerOptionsOf(request), now()),
    encodeAnswer: (message, request) => encodeAnswer(message, answerOptionsOf(request), now()),
    encodeCount: (inputTokens) => ({ input_tokens: inputTokens }),
    encodeError,
    encodeModels,
    encodeModel,
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
