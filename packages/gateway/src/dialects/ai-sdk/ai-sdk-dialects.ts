import type { UpstreamDialect, UpstreamOptions } from "../../contracts/upstream-dialect.ts";
import { createAiSdkUpstream } from "./create-ai-sdk-upstream.ts";

const createUpstream = ({ url: baseUrl, ...options }: UpstreamOptions) => createAiSdkUpstream({ ...options, baseUrl });

/** OpenAI's chat completions, by the provider package that is built in. */
export const openAiUpstreamDialect: UpstreamDialect = {
  specificationVersion: "v1",
  name: "openai",
  needsUrl: true,
  ownSettings: ["settings"],
  createUpstream,
};

/** Whatever a provider package of the AI SDK speaks. */
export const aiSdkUpstreamDialect: UpstreamDialect = {
  specificationVersion: "v1",
  name: "ai-sdk",
  needsUrl: false,
  ownSettings: ["package", "settings"],
  createUpstream,
};
