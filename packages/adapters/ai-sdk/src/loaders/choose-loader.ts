import { CoreError } from "@toolcrib/core";
import type { CallWrapper } from "@toolcrib/core/loaders";
import { defaultUnsupportedModels } from "@toolcrib/core/settings";
import { describeValue } from "@toolcrib/shared/errors";
import type { DeferredRequest } from "../request/read-request.ts";
import type { Answer, CallOptions, Model, StreamAnswer } from "../request/sdk-types.ts";
import { anthropic } from "./anthropic.ts";
import { bridge, unwrapAnswer, unwrapStream } from "./bridge.ts";
import { kimi } from "./kimi.ts";
import { openai } from "./openai.ts";

/** How a request is sent, and what an answer means. */
interface Loader {
  readonly prepare: (request: DeferredRequest, model: Pick<Model, "provider">) => CallOptions;
  readonly unwrapAnswer?: (answer: Answer, wrapper: CallWrapper) => Answer;
  readonly unwrapStream?: (answer: StreamAnswer, wrapper: CallWrapper) => StreamAnswer;
}

/** Found tools are appended to the list of tools, in the order found. Works on every model. */
const append: Loader["prepare"] = ({ params, eager, loaded }) => ({ ...params, tools: [...eager, ...loaded] });

/** How found tools become callable. */
export type LoaderName = "anthropic" | "openai" | "kimi" | "append" | "bridge";

export const loaders: Readonly<Record<LoaderName, Loader>> = {
  anthropic: { prepare: anthropic },
  openai: { prepare: openai },
  kimi: { prepare: kimi },
  append: { prepare: append },
  bridge: { prepare: bridge, unwrapAnswer, unwrapStream },
};

/** The loader for a model: what its provider is known to load without changing the list of tools, else `append`. */
export function chooseLoader({ provider, modelId }: Pick<Model, "provider" | "modelId">): LoaderName {
  if (/(^|\.)anthropic\.messages$/.test(provider)) {
    return defaultUnsupportedModels.some((part) => modelId.includes(part)) ? "append" : "anthropic";
  }
  if (/^(openai|azure)\.responses$/.test(provider) && takesAdditionalTools(modelId)) return "openai";
  return /kimi-k3/i.test(modelId) && provider.endsWith(".chat") ? "kimi" : "append";
}

/** From gpt-5.6 on. */
function takesAdditionalTools(modelId: string): boolean {
  const [, major = "0", minor = "0"] = /^gpt-(\d+)(?:\.(\d+))?/.exec(modelId) ?? [];
  return Number(major) > 5 || (Number(major) === 5 && Number(minor) >= 6);
}

export function checkLoader(loader: unknown): void {
  if (loader === undefined || (typeof loader === "string" && Object.hasOwn(loaders, loader))) return;
  throw new CoreError("invalid_setting", {
    setting: "loader",
    expected: `one of ${Object.keys(loaders).join(", ")}`,
    received: describeValue(loader),
  });
}
