import { homedir } from "node:os";
import { join } from "node:path";

/** Where a user's caches are on this system, and in it a folder of our own; `null` for a user without a home. */
export function defaultCacheFolder(
  platform: NodeJS.Platform = process.platform,
  environment: Readonly<Record<string, string | undefined>> = process.env,
  homeOf: () => string = homedir,
): string | null {
  try {
    return join(cachesOf(platform, environment, homeOf), "toolcrib", "encoder");
  } catch {
    // In a container, the id of a user may have no entry and `HOME` no value.
    return null;
  }
}

function cachesOf(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  homeOf: () => string,
): string {
  switch (platform) {
    case "darwin":
      return join(homeOf(), "Library", "Caches");
    case "win32":
      return environment["LOCALAPPDATA"] || join(homeOf(), "AppData", "Local");
    default:
      return environment["XDG_CACHE_HOME"] || join(homeOf(), ".cache");
  }
}
