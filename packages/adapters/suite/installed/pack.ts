import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { listWorkspacePackages, rootFolder } from "../../../../scripts/workspace.ts";

/** Packs a package of the workspace and those of ours that it depends on. Returns the files. */
export function packWithOwnDependencies(name: string, folder: string): string[] {
  const manifests = new Map(listWorkspacePackages().map(({ manifest }) => [manifest.name, manifest]));
  const needed = new Set<string>([name]);
  // A set visits what is added while it is iterated.
  for (const each of needed) {
    const dependencies = Object.keys(manifests.get(each)?.dependencies ?? {});
    for (const dependency of dependencies) if (manifests.has(dependency)) needed.add(dependency);
  }
  const workspaces = [...needed].flatMap((each) => ["--workspace", each]);
  const pack = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder, ...workspaces];
  const text = execFileSync("npm", pack, { cwd: rootFolder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return (JSON.parse(text) as { readonly filename: string }[]).map(({ filename }) => join(folder, filename));
}
