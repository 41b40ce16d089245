import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import type { AnyLanguageModel } from "./load-provider.ts";
import { olderPrompt } from "./older-prompt.ts";

/**
 * Adapts a model to the current specification. The two earlier versions differ in how prompts contain files; the oldest
 * also in usage and stop reasons.
 */
export function toCurrentModel(model: AnyLanguageModel): LanguageModelV4 {
  if (model.specificationVersion === "v4") return model;
  const version = model.specificationVersion;
  const older = model as unknown as LanguageModelV4;
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    async doGenerate(options) {
      const result = await older.doGenerate(olderOptions(options, version));
      return { ...result, finishReason: currentReason(result.finishReason), usage: currentUsage(result.usage) };
    },
    async doStream(options) {
      const result = await older.doStream(olderOptions(options, version));
      return { ...result, stream: result.stream.pipeThrough(new TransformStream({ transform: passCurrentPart })) };
    },
  };
}

function olderOptions(options: LanguageModelV4CallOptions, version: "v2" | "v3"): LanguageModelV4CallOptions {
  const { reasoning: _unknown, ...rest } = options;
  return { ...rest, prompt: olderPrompt(options.prompt, version) };
}

function passCurrentPart(
  part: LanguageModelV4StreamPart,
  controller: TransformStreamDefaultController<LanguageModelV4StreamPart>,
): void {
  controller.enqueue(
    part.type === "finish"
      ? { ...part, finishReason: currentReason(part.finishReason), usage: currentUsage(part.usage) }
      : part,
  );
}

function currentReason(reason: LanguageModelV4FinishReason | string): LanguageModelV4FinishReason {
  if (typeof reason !== "string") return reason;
  return {
    unified: (reason === "unknown" ? "other" : reason) as LanguageModelV4FinishReason["unified"],
    raw: undefined,
  };
}

interface FlatUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly reasoningTokens?: number | undefined;
  readonly cachedInputTokens?: number | undefined;
}

function currentUsage(usage: LanguageModelV4Usage | FlatUsage): LanguageModelV4Usage {
  if (typeof usage.inputTokens === "object") return usage as LanguageModelV4Usage;
  const flat = usage as FlatUsage;
  const { inputTokens: total, cachedInputTokens: cacheRead } = flat;
  return {
    inputTokens: {
      total,
      noCache: total === undefined ? undefined : Math.max(0, total - (cacheRead ?? 0)),
      cacheRead,
      cacheWrite: undefined,
    },
    outputTokens: { total: flat.outputTokens, text: undefined, reasoning: flat.reasoningTokens },
  };
}
