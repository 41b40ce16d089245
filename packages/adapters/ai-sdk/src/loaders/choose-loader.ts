import { type AdapterCatalogue, pickLoader } from "@toolcrib/core/adapters";
import { defaultUnsupportedModels } from "@toolcrib/core/settings";
import type { DeferredRequest } from "../request/read-request.ts";
import type { Answer, CallOptions, Model, StreamAnswer } from "../request/sdk-types.ts";
import { anthropic } from "./anthropic.ts";
import { bridge, unwrapAnswer, unwrapStream } from "./bridge.ts";
import { kimi } from "./kimi.ts";
import { openai } from "./openai.ts";
import { openaiSearch, readSearches, readSearchStream } from "./openai-search.ts";

/** How a request is sent, and what an answer means. */
interface Loader {
  readonly prepare: (request: DeferredRequest, model: Pick<Model, "provider">) => CallOptions;
  readonly unwrapAnswer?: (answer: Answer, catalogue: AdapterCatalogue) => Answer;
  readonly unwrapStream?: (answer: StreamAnswer, catalogue: AdapterCatalogue) => StreamAnswer;
}

/** Found tools are appended to the list of tools, in the order found. Works on every model. */
const append: Loader["prepare"] = ({ params, eager, loaded }) => ({ ...params, tools: [...eager, ...loaded] });

/** How found tools become callable. */
export type LoaderName = "anthropic" | "openai" | "openai-search" | "kimi" | "append" | "bridge";

export const loaders: Readonly<Record<LoaderName, Loader>> = {
  anthropic: { prepare: anthropic },
  openai: { prepare: openai },
  "openai-search": { prepare: openaiSearch, unwrapAnswer: readSearches, unwrapStream: readSearchStream },
  kimi: { prepare: kimi },
  append: { prepare: append },
  bridge: { prepare: bridge, unwrapAnswer, unwrapStream },
};

/** The loader for a model: what its provider is known to load without changing the list of tools, else `append`. */
export function chooseLoader({ provider, modelId }: Pick<Model, "provider" | "modelId">): LoaderName {
  if (/(^|\.)anthropic\.messages$/.test(provider)) {
    return defaultUnsupportedModels.some((part) => modelId.includes(part)) ? "append" : "anthropic";
  }
  if (/^(openai|azure)\.responses$/.test(provider)) return openaiLoader(modelId);
  return /kimi-k3/i.test(modelId) && provider.endsWith(".chat") ? "kimi" : "append";
}

/** Additional tools from gpt-5.6 on, tool search from gpt-5.4 on. */
function openaiLoader(modelId: string): LoaderName {
  const [, major = "0", minor = "0"] = /^gpt-(\d+)(?:\.(\d+))?/.exec(modelId) ?? [];
  const version = Number(major) * 100 + Number(minor);
  if (version >= 506) return "openai";
  return version >= 504 ? "openai-search" : "append";
}

/** Throws for a name that is not a loader's. */
export function checkLoader(loader: string | undefined): void {
  if (loader !== undefined) pickLoader(loaders, loader);
}
