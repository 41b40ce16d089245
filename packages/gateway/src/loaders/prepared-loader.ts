import { type LoaderName, prepareRequest, type Settings } from "@toolcrib/core";
import type { LoadedRequest, Loader } from "./loader.ts";

const settingsByLoader = new WeakMap<Settings, Map<LoaderName, Settings>>();
const noSettings: Settings = {};

/** A loader as the engine writes it. */
export function preparedLoader(name: LoaderName): Loader {
  return {
    specificationVersion: "v1",
    name,
    write(request, memory): LoadedRequest {
      const settings = settingsFor(request.settings ?? noSettings, name);
      const prepared = prepareRequest({ ...request, settings }, memory);
      const { tools, messages, betas, bridgeToolName } = prepared;
      return { tools, messages, betas, wrapperName: bridgeToolName, prepared };
    },
  };
}

/** The engine knows settings by identity, so each loader's are made once. */
function settingsFor(settings: Settings, loader: LoaderName): Settings {
  if (settings.loader === loader) return settings;
  const byLoader = settingsByLoader.get(settings) ?? new Map<LoaderName, Settings>();
  settingsByLoader.set(settings, byLoader);
  const own = byLoader.get(loader) ?? { ...settings, loader };
  byLoader.set(loader, own);
  return own;
}
