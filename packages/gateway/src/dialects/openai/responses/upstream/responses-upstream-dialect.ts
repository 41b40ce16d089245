import type { UpstreamDialect } from "../../../../contracts/upstream-dialect.ts";
import { responsesName } from "../wire/original.ts";

/** OpenAI's Responses API, over the gateway's own HTTP client. */
export const responsesUpstreamDialect: UpstreamDialect = {
  specificationVersion: "v1",
  name: responsesName,
  needsUrl: true,
  ownSettings: ["apiKeyHeader"],
  async createUpstream({ url = "", ...options }) {
    const { createResponsesUpstream } = await import("./create-responses-upstream.ts");
    return createResponsesUpstream({ ...options, url });
  },
};
