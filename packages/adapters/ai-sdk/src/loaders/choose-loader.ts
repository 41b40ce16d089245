import { CoreError } from "@toolcrib/core";
import { defaultUnsupportedModels } from "@toolcrib/core/settings";
import type { DeferredRequest } from "../read-request.ts";
import type { CallOptions, Model } from "../sdk-types.ts";
import { anthropic } from "./anthropic.ts";
import { bridge } from "./bridge.ts";
import { kimi } from "./kimi.ts";
import { openai } from "./openai.ts";

type Loader = (request: DeferredRequest, model: Pick<Model, "provider">) => CallOptions;

/** Found tools are appended to the list of tools, in the order found. Works on every model. */
const append: Loader = ({ params, eager, loaded }) => ({ ...params, tools: [...eager, ...loaded] });

/** How found tools become callable. */
export type LoaderName = "anthropic" | "openai" | "kimi" | "append" | "bridge";

export const loaders: Readonly<Record<LoaderName, Loader>> = { anthropic, openai, kimi, append, bridge };

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
    received: String(loader),
  });
}
