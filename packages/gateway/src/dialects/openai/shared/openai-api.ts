import type { ClientDialect } from "../../../contracts/client-dialect.ts";
import { encodeOpenAiError } from "./error-envelope.ts";
import { isOpenAiClient } from "./is-openai-client.ts";
import { encodeOpenAiModel, encodeOpenAiModels } from "./models.ts";
import { notServed } from "./not-served.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

/** What all dialects of OpenAI's API have in common. */
export const openAiApi: Pick<
  ClientDialect,
  | "specificationVersion"
  | "requestIdHeader"
  | "sendsKeyAsBearer"
  | "statuses"
  | "notServed"
  | "recognises"
  | "encodeError"
  | "encodeModels"
  | "encodeModel"
  | "rateLimitHeaders"
> = {
  specificationVersion: "v1",
  requestIdHeader: "x-request-id",
  sendsKeyAsBearer: true,
  // Overloaded: clients of OpenAI know 503 and try again.
  statuses: new Map([[529, 503]]),
  notServed,
  recognises: isOpenAiClient,
  encodeError: encodeOpenAiError,
  encodeModels: encodeOpenAiModels,
  encodeModel: encodeOpenAiModel,
  rateLimitHeaders,
};
