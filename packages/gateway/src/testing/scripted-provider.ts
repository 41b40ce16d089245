import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { Upstream } from "../contracts/upstream.ts";
import { createAiSdkUpstream } from "../dialects/ai-sdk/create-ai-sdk-upstream.ts";

/** A provider package whose one model says what it is told to, in the words of a specification's version. */
export interface ScriptedProvider {
  readonly upstream: Upstream;
  /** What the model was called with. */
  readonly calls: readonly LanguageModelV4CallOptions[];
}

export async function createScriptedProvider(script: {
  readonly version?: "v2" | "v3" | "v4";
  readonly whole?: object;
  readonly parts?: readonly object[];
}): Promise<ScriptedProvider> {
  const calls: LanguageModelV4CallOptions[] = [];
  const languageModel = (modelId: string): object => ({
    specificationVersion: script.version ?? "v4",
    provider: "scripted",
    modelId,
    supportedUrls: {},
    async doGenerate(options: LanguageModelV4CallOptions) {
      calls.push(options);
      return { warnings: [], ...script.whole };
    },
    async doStream(options: LanguageModelV4CallOptions) {
      calls.push(options);
      return { stream: streamOf(script.parts ?? []) };
    },
  });
  const upstream = await createAiSdkUpstream({
    name: "scripted",
    package: "scripted-provider",
    generateId: () => "generated",
    traits: { takesImagesInResults: true, takesImageUrls: true },
    importPackage: async () => ({ createScripted: () => ({ languageModel }) }),
  });
  return { upstream, calls };
}

function streamOf(parts: readonly object[]): ReadableStream<object> {
  const rest = [...parts];
  return new ReadableStream({
    pull(controller) {
      const part = rest.shift();
      if (part === undefined) controller.close();
      else controller.enqueue(part);
    },
  });
}
