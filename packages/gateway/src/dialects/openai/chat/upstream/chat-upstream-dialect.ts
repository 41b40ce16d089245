import type { UpstreamDialect } from "../../../../contracts/upstream-dialect.ts";

/** OpenAI's Chat Completions, which most servers of models speak. */
export const chatUpstreamDialect: UpstreamDialect = {
  specificationVersion: "v1",
  name: "openai-chat",
  needsUrl: true,
  ownSettings: ["settings"],
  async createUpstream({ url = "", ...options }) {
    const { createChatUpstream } = await import("./create-chat-upstream.ts");
    return createChatUpstream({ ...options, url });
  },
};
