import { randomUUID } from "node:crypto";
import { BodyReader } from "../../../body/body-reader.ts";
import { checkKeys } from "../../../body/check-keys.ts";
import { countItems } from "../../../body/count-items.ts";
import type { ClientDialect } from "../../../contracts/client-dialect.ts";
import { renameLines } from "../../shared/rename/rename-lines.ts";
import { apiFieldsOf } from "../../shared/support/api-fields.ts";
import { openAiApi } from "../shared/openai-api.ts";
import { parseOrReject } from "../shared/parse-or-reject.ts";
import { nameAt, recordAt } from "../shared/read-values.ts";
import { encodeAnswer } from "./client/answer/encode-answer.ts";
import { ResponsesStreamEncoder } from "./client/answer/encode-stream.ts";
import { countKept } from "./client/kept/count-kept.ts";
import { keptEndpoints } from "./client/kept/kept-responses.ts";
import { usesPrograms } from "./client/programs/uses-programs.ts";
import { responseContextOf } from "./client/request/answer-context.ts";
import { declaredResponses } from "./client/request/declared-request.ts";
import { parseRequest } from "./client/request/parse-request.ts";
import { encodeOwnAnswer } from "./same-dialect/encode-own-answer.ts";
import { OwnStreamEncoder } from "./same-dialect/encode-own-stream.ts";
import { observeResponses } from "./same-dialect/observe-forwarded.ts";
import { parseOwnRequest, usesToolSearch } from "./same-dialect/parse-own-request.ts";
import { readForwarded } from "./same-dialect/read-forwarded.ts";
import { isOfResponse } from "./wire/is-of-response.ts";
import { responsesName } from "./wire/original.ts";

export interface ResponsesDialectOptions {
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Makes the ids of responses and of their items, without their prefixes. Default: random. */
  readonly createId?: (() => string) | undefined;
}

const apiFields = apiFieldsOf(declaredResponses);

/** OpenAI's Responses API, without what OpenAI's servers store and run. */
export function createResponsesDialect(options: ResponsesDialectOptions = {}): ClientDialect {
  const now = options.now ?? Date.now;
  const createId = options.createId ?? (() => randomUUID().replaceAll("-", ""));
  const seconds = () => Math.floor(now() / 1_000);
  return {
    ...openAiApi,
    name: responsesName,
    endpoints: [
      { path: "/v1/responses", kind: "messages" },
      { path: "/v1/responses/input_tokens", kind: "count_tokens" },
    ],
    keptEndpoints,
    endMark: "response.completed",
    renameStream: (body, model) => renameLines(body, model, { depth: 2, hasModel: isOfResponse }),
    createParser() {
      const reader = new BodyReader({ part: (part) => checkKeys(part, apiFields), items: countItems });
      return (received) => {
        const { later, hold } = received;
        const body = recordAt(reader.read(received.body, { postpone: later, hold }), "body");
        const request = {
          ...received,
          countKept: (items: readonly unknown[]) =>
            reader.countMore(received.body, countKept(items, received.limits.bodyBytes)),
        };
        const upstream = received.upstreamOf?.(nameAt(body["model"], "model"));
        const isOwn = upstream?.dialect === responsesName;
        // Without a search of the upstream's own, the gateway searches, and then its bytes must not pass. The same holds for programs.
        const runsPrograms = usesPrograms(body) && upstream?.leavesPrograms !== true;
        if (isOwn && !runsPrograms && (upstream.loadsTools || !usesToolSearch(body)))
          return parseOwnRequest(body, request);
        const parsed = parseOrReject(body, (fields) => parseRequest(fields, request, upstream));
        return isOwn && parsed.rejection === undefined ? { ...parsed, forwarding: "impossible" } : parsed;
      };
    },
    createStreamEncoder: (request, kept) => {
      const Encoder = responseContextOf(request).isOwn === true ? OwnStreamEncoder : ResponsesStreamEncoder;
      return new Encoder(request, { createdAt: seconds(), stem: createId(), kept });
    },
    encodeAnswer: (message, request, kept) => {
      const encode = responseContextOf(request).isOwn === true ? encodeOwnAnswer : encodeAnswer;
      return encode(message, request, { createdAt: seconds(), stem: createId(), kept });
    },
    encodeCount: (inputTokens) => ({ object: "response.input_tokens", input_tokens: inputTokens }),
    readAnswer: (response, time) => readForwarded(response, time, createId),
    observeForwarded: observeResponses,
  };
}

export const responsesDialect: ClientDialect = createResponsesDialect();
