import type { UpstreamDialect, UpstreamOptions } from "../../contracts/upstream-dialect.ts";
import { createAiSdkUpstream } from "./create-ai-sdk-upstream.ts";

const createUpstream = ({ url: baseUrl, ...options }: UpstreamOptions) => createAiSdkUpstream({ ...options, baseUrl });

/** OpenAI chat completions, through the built-in provider package. */
export const openAiUpstreamDialect: UpstreamDialect = {
  specificationVersion: "v1",
  name: "openai",
  needsUrl: true,
  ownSettings: ["settings"],
  createUpstream,
};

/** Any API that an AI SDK provider package supports. */
export const aiSdkUpstreamDialect: UpstreamDialect = {
  specificationVersion: "v1",
  name: "ai-sdk",
  needsUrl: false,
  ownSettings: ["package", "settings"],
  createUpstream,
};
