import type { Loader } from "@toolcrib/core/loaders";
import { builtInLoaders, loaderNames } from "@toolcrib/core/loaders";
import { ConfigError } from "../errors/config-error.ts";

/** Every loader that routes may name. */
export type LoaderTable = ReadonlyMap<string, Loader>;

/** The built-in loaders and the given ones. */
export function createLoaderTable(added: readonly Loader[] = []): LoaderTable {
  const table = new Map<string, Loader>(loaderNames.map((name) => [name, builtInLoaders[name]]));
  for (const loader of added) {
    if (loader.name === "auto" || table.has(loader.name))
      throw new ConfigError("duplicate_loader", { name: loader.name });
    table.set(loader.name, loader);
  }
  return table;
}

/** Finds a loader by name; a config that a program builds may contain unchecked names. */
export function findLoader(table: LoaderTable, name: string): Loader {
  const loader = table.get(name);
  if (loader === undefined)
    throw new ConfigError("unknown_loader", { name, known: ["auto", ...table.keys()].join(", ") });
  return loader;
}
