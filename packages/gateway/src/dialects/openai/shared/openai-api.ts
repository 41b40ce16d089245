import type { ClientDialect } from "../../../contracts/client-dialect.ts";
import { statusOfErrorType } from "../../../errors/error-types.ts";
import { overloadedElsewhere } from "../../shared/http/inner-status.ts";
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
  // Clients of OpenAI know this one and try again.
  statuses: new Map([[statusOfErrorType("overloaded_error"), overloadedElsewhere]]),
  notServed,
  recognises: isOpenAiClient,
  encodeError: encodeOpenAiError,
  encodeModels: encodeOpenAiModels,
  encodeModel: encodeOpenAiModel,
  rateLimitHeaders,
};
