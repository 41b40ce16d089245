import { isPlaceholder, type ReleaseSettings } from "../manifests/release-settings.ts";

/** What must hold before anything is published. */
export interface ReleaseState {
  readonly settings: ReleaseSettings;
  /** Manifests that differ from the settings. */
  readonly outdatedManifests: readonly string[];
  /** What is not committed. */
  readonly uncommitted: string;
}

/** Why a release must not run; empty if it may. */
export function releaseProblems({ settings, outdatedManifests, uncommitted }: ReleaseState): string[] {
  return [
    ...(isPlaceholder(settings)
      ? [
          `release.json still has a placeholder (${settings.repository}): write the public address of the repository there.`,
        ]
      : []),
    ...(outdatedManifests.length > 0
      ? [`${outdatedManifests.join(", ")} differ from release.json: run npm run manifests and commit.`]
      : []),
    ...(uncommitted.trim() === "" ? [] : [`There are uncommitted changes: commit them.\n${uncommitted.trimEnd()}`]),
  ];
}
