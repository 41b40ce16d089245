import { messagesDialectName } from "../../../contracts/messages-dialect-name.ts";
import type { UpstreamDialect } from "../../../contracts/upstream-dialect.ts";

/** Anthropic's Messages API, which many other providers support too. */
export const messagesUpstreamDialect: UpstreamDialect = {
  specificationVersion: "v1",
  name: messagesDialectName,
  needsUrl: true,
  ownSettings: ["apiKeyHeader"],
  async createUpstream({ url = "", ...options }) {
    const { createAnthropicUpstream } = await import("./create-anthropic-upstream.ts");
    return createAnthropicUpstream({ ...options, url });
  },
};
