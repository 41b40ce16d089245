import { isPlaceholder, type ReleaseSettings } from "../manifests/release-settings.ts";

/** What must hold before anything is published. */
export interface ReleaseState {
  readonly settings: ReleaseSettings;
  /** Manifests that differ from the settings. */
  readonly outdatedManifests: readonly string[];
  /** What is not committed. */
  readonly uncommitted: string;
  /** The day of the built-in prices, and today, as YYYY-MM-DD. */
  readonly pricesAsOf: string;
  readonly today: string;
}

const maxPriceDays = 30;

/** Why a release must not run; empty if it may. */
export function releaseProblems(state: ReleaseState): string[] {
  const { settings, outdatedManifests, uncommitted, pricesAsOf, today } = state;
  const priceDays = (Date.parse(today) - Date.parse(pricesAsOf)) / 86_400_000;
  return [
    ...(isPlaceholder(settings)
      ? [
          `release.json still has a placeholder (${settings.repository}): write the public address of the repository there.`,
        ]
      : []),
    ...(outdatedManifests.length > 0
      ? [`${outdatedManifests.join(", ")} differ from release.json: run npm run manifests and commit.`]
      : []),
    ...(priceDays > maxPriceDays
      ? [
          `The built-in prices are of ${pricesAsOf}: compare them with the makers' price pages, and update packages/gateway/src/savings/built-in-prices.ts.`,
        ]
      : []),
    ...(uncommitted.trim() === "" ? [] : [`There are uncommitted changes: commit them.\n${uncommitted.trimEnd()}`]),
  ];
}
