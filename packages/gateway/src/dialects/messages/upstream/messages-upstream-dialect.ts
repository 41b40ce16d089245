import type { UpstreamDialect } from "../../../contracts/upstream-dialect.ts";
import { createAnthropicUpstream } from "./create-anthropic-upstream.ts";

/** Anthropic's Messages API, which many other providers support too. */
export const messagesUpstreamDialect: UpstreamDialect = {
  specificationVersion: "v1",
  name: "anthropic",
  needsUrl: true,
  ownSettings: ["apiKeyHeader"],
  createUpstream: ({ url = "", ...options }) => createAnthropicUpstream({ ...options, url }),
};
