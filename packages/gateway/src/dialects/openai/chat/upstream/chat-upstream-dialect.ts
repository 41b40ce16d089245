import type { UpstreamDialect } from "../../../../contracts/upstream-dialect.ts";
import { createChatUpstream } from "./create-chat-upstream.ts";

/** OpenAI's Chat Completions, which most servers of models speak. */
export const chatUpstreamDialect: UpstreamDialect = {
  specificationVersion: "v1",
  name: "openai-chat",
  needsUrl: true,
  ownSettings: ["settings"],
  createUpstream: ({ url = "", ...options }) => createChatUpstream({ ...options, url }),
};
