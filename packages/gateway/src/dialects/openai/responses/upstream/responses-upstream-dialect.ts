import type { UpstreamDialect } from "../../../../contracts/upstream-dialect.ts";
import { responsesName } from "../wire/original.ts";
import { createResponsesUpstream } from "./create-responses-upstream.ts";

/** OpenAI's Responses API, over the gateway's own HTTP client. */
export const responsesUpstreamDialect: UpstreamDialect = {
  specificationVersion: "v1",
  name: responsesName,
  needsUrl: true,
  ownSettings: ["apiKeyHeader"],
  createUpstream: ({ url = "", ...options }) => createResponsesUpstream({ ...options, url }),
};
