import { randomUUID } from "node:crypto";
import { BodyReader } from "../../../../body/body-reader.ts";
import type { ClientDialect, ForwardedObserver } from "../../../../contracts/client-dialect.ts";
import { openAiApi } from "../../shared/openai-api.ts";
import { parseOrReject } from "../../shared/parse-or-reject.ts";
import { recordAt } from "../../shared/read-values.ts";
import { encodeAnswer } from "./encode-answer.ts";
import { ResponsesStreamEncoder } from "./encode-stream.ts";
import { keptEndpoints } from "./kept-responses.ts";
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
    ...openAiApi,
    name: "openai-responses",
    endpoints: [
      { path: "/v1/responses", kind: "messages" },
      { path: "/v1/responses/input_tokens", kind: "count_tokens" },
    ],
    keptEndpoints,
    endMark: "response.completed",
    createParser() {
      const reader = new BodyReader();
      return (received) =>
        parseOrReject(recordAt(reader.read(received.body, received.later), "body"), (body) =>
          parseRequest(body, received),
        );
    },
    createStreamEncoder: (request, kept) =>
      new ResponsesStreamEncoder(request, { createdAt: seconds(), fallbackStem: createId(), kept }),
    encodeAnswer: (message, request, kept) => encodeAnswer(message, request, { createdAt: seconds(), kept }),
    encodeCount: (inputTokens) => ({ object: "response.input_tokens", input_tokens: inputTokens }),
    readAnswer: () => {
      throw new Error("No upstream speaks the Responses API.");
    },
    observeForwarded: () => unseen,
  };
}

export const responsesDialect: ClientDialect = createResponsesDialect();
