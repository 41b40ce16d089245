import type { PackageManifest, WorkspacePackage } from "../workspace.ts";
import type { ReleaseSettings } from "./release-settings.ts";

/** The fields of a published package that follow from the release settings, the version and its folder. */
export function sharedFields({ folder }: WorkspacePackage, { repository }: ReleaseSettings, version: string): object {
  return {
    version,
    homepage: `${repository}/tree/main/${folder}#readme`,
    bugs: `${repository}/issues`,
    repository: { type: "git", url: `git+${repository}.git`, directory: folder },
    publishConfig: { access: "public", provenance: true },
  };
}

const dependencyKinds = ["dependencies", "devDependencies", "peerDependencies"] as const;

/** The dependencies of a package on others of ours, each with the range that it must have. */
export function ownDependencies(
  manifest: PackageManifest,
  names: ReadonlySet<string>,
  version: string,
): Partial<Record<(typeof dependencyKinds)[number], Record<string, string>>> {
  return Object.fromEntries(
    dependencyKinds.flatMap((kind) => {
      const found = Object.keys(manifest[kind] ?? {}).filter((name) => names.has(name));
      // The packages are released together, and changesets takes a new range of a peer for a breaking change.
      const range = kind === "peerDependencies" ? "*" : `^${version}`;
      return found.length === 0 ? [] : [[kind, Object.fromEntries(found.map((name) => [name, range]))]];
    }),
  );
}
