import type { UpstreamDialect, UpstreamOptions } from "../../contracts/upstream-dialect.ts";
import { createAiSdkUpstream } from "./create-ai-sdk-upstream.ts";

const createUpstream = ({ url: baseUrl, ...options }: UpstreamOptions) => createAiSdkUpstream({ ...options, baseUrl });

/** Any API that an AI SDK provider package supports. */
export const aiSdkUpstreamDialect: UpstreamDialect = {
  specificationVersion: "v1",
  name: "ai-sdk",
  needsUrl: false,
  ownSettings: ["package", "settings"],
  createUpstream,
};
