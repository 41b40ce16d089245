import type { Upstream } from "../../contracts/upstream.ts";
import type { UpstreamDialect, UpstreamOptions } from "../../contracts/upstream-dialect.ts";

async function createUpstream({ url: baseUrl, ...options }: UpstreamOptions): Promise<Upstream> {
  const { createAiSdkUpstream } = await import("./create-ai-sdk-upstream.ts");
  return createAiSdkUpstream({ ...options, baseUrl });
}

/** Any API that an AI SDK provider package supports. */
export const aiSdkUpstreamDialect: UpstreamDialect = {
  specificationVersion: "v1",
  name: "ai-sdk",
  needsUrl: false,
  // Packages pass the URL to fetch, which rejects one.
  takesLogin: false,
  ownSettings: ["package", "settings"],
  createUpstream,
};
