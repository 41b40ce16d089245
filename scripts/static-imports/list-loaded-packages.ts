import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listWorkspacePackages, rootFolder } from "../workspace.ts";
import { readRuntimeSpecifiers } from "./read-runtime-specifiers.ts";

type Entries = Readonly<Record<string, Readonly<Record<string, string>> | string>>;

/** Every package outside the workspace that importing an entry point loads, with the files that lead to it. */
export function listLoadedPackages(entry: string): Map<string, readonly string[]> {
  const entries = sourcesOfEntries();
  const loaded = new Map<string, readonly string[]>();
  const seen = new Set<string>();
  const open: (readonly string[])[] = [[resolveOwn(entries, entry)]];
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    const file = path.at(-1) as string;
    if (seen.has(file)) continue;
    seen.add(file);
    for (const specifier of readRuntimeSpecifiers(file, readFileSync(join(rootFolder, file), "utf8"))) {
      if (specifier.startsWith(".")) open.push([...path, join(dirname(file), specifier)]);
      else if (entries.has(specifier)) open.push([...path, resolveOwn(entries, specifier)]);
      else if (!loaded.has(specifier)) loaded.set(specifier, path);
    }
  }
  return loaded;
}

function resolveOwn(entries: ReadonlyMap<string, string>, specifier: string): string {
  const file = entries.get(specifier);
  if (file === undefined) throw new Error(`no package of the workspace exports ${specifier}`);
  return file;
}

/** The source file of each entry point of the workspace, by its specifier. */
function sourcesOfEntries(): Map<string, string> {
  return new Map(
    listWorkspacePackages().flatMap(({ folder, manifest: { name, exports } }) =>
      Object.entries((exports ?? {}) as Entries).flatMap(([path, conditions]) => {
        const source = typeof conditions === "string" ? undefined : conditions["@toolcrib/source"];
        return source === undefined ? [] : [[join(name, path), join(folder, source)] as const];
      }),
    ),
  );
}
