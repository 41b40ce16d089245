import { randomUUID } from "node:crypto";
import { BodyReader } from "../../../../body/body-reader.ts";
import type { ClientDialect, ForwardedObserver } from "../../../../contracts/client-dialect.ts";
import { encodeOpenAiError } from "../../shared/error-envelope.ts";
import { isOpenAiClient } from "../../shared/is-openai-client.ts";
import { encodeOpenAiModel, encodeOpenAiModels } from "../../shared/models.ts";
import { notServed } from "../../shared/not-served.ts";
import { rateLimitHeaders } from "../../shared/rate-limit-headers.ts";
import { encodeAnswer } from "./encode-answer.ts";
import { ResponsesStreamEncoder } from "./encode-stream.ts";
import { parseRequest } from "./parse-request.ts";

export interface ResponsesDialectOptions {
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Makes the id of a response that fails before the model has begun. Default: random. */
  readonly createId?: (() => string) | undefined;
}

const unseen: ForwardedObserver = {
  isEventStream: false,
  isInsideEvent: false,
  isCutOff: false,
  content: undefined,
  see: () => {},
  end: () => {},
};

/** OpenAI's Responses API, without what OpenAI's servers store and run. */
export function createResponsesDialect(options: ResponsesDialectOptions = {}): ClientDialect {
  const now = options.now ?? Date.now;
  const createId = options.createId ?? (() => randomUUID().replaceAll("-", ""));
  const seconds = () => Math.floor(now() / 1_000);
  return {
    specificationVersion: "v1",
    name: "openai-responses",
    endpoints: [
      { path: "/v1/responses", kind: "messages" },
      { path: "/v1/responses/input_tokens", kind: "count_tokens" },
    ],
    notServed,
    endMark: "response.completed",
    recognises: isOpenAiClient,
    createParser() {
      const reader = new BodyReader();
      return (received) => parseRequest(received, reader);
    },
    createStreamEncoder: (request) => new ResponsesStreamEncoder(request, seconds(), createId()),
    encodeAnswer: (message, request) => encodeAnswer(message, request, seconds()),
    encodeCount: (inputTokens) => ({ object: "response.input_tokens", input_tokens: inputTokens }),
    encodeError: encodeOpenAiError,
    encodeModels: encodeOpenAiModels,
    encodeModel: encodeOpenAiModel,
    rateLimitHeaders,
    readAnswer: () => {
      throw new Error("No upstream speaks the Responses API.");
    },
    observeForwarded: () => unseen,
  };
}

export const responsesDialect: ClientDialect = createResponsesDialect();
