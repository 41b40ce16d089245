import { appendLoader } from "./append.ts";
import { bridgeLoader } from "./bridge.ts";
import { eagerLoader } from "./eager.ts";
import type { Loader } from "./loader.ts";
import { nativeLoader } from "./native.ts";
import { openRouterSearchLoader } from "./openrouter-search.ts";
import { systemToolsLoader } from "./system-tools.ts";
import { toolReferenceLoader } from "./tool-reference.ts";

interface BuiltInLoaders {
  readonly native: Loader;
  readonly bridge: Loader;
  readonly append: Loader;
  readonly eager: Loader;
  readonly "tool-reference": Loader;
  readonly "system-tools": Loader;
  readonly "openrouter-search": Loader;
}

/** The loaders that need no option, by name. Names in settings, the config, the command line and the docs come from here. */
export const builtInLoaders: BuiltInLoaders = {
  native: nativeLoader,
  bridge: bridgeLoader,
  append: appendLoader,
  eager: eagerLoader,
  "tool-reference": toolReferenceLoader,
  "system-tools": systemToolsLoader,
  "openrouter-search": openRouterSearchLoader,
};

/** For upstreams that expand references themselves. */
export const referenceLoader: Loader = nativeLoader;

/** For any other upstream: it keeps the prompt cache on every model that can call tools. */
export const fallbackLoader: Loader = bridgeLoader;

/** For requests without deferral: it puts every tool into the prompt. */
export const allToolsLoader: Loader = eagerLoader;

export type LoaderName = keyof BuiltInLoaders;

export const loaderNames: readonly LoaderName[] = Object.keys(builtInLoaders) as LoaderName[];
