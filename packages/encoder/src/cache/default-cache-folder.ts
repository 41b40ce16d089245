import { homedir } from "node:os";
import { join } from "node:path";

/** Where a user's caches are on this system, and in it a folder of our own. */
export function defaultCacheFolder(
  platform: NodeJS.Platform = process.platform,
  environment: Readonly<Record<string, string | undefined>> = process.env,
  home: string = homedir(),
): string {
  return join(cachesOf(platform, environment, home), "toolcrib", "encoder");
}

function cachesOf(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  switch (platform) {
    case "darwin":
      return join(home, "Library", "Caches");
    case "win32":
      return environment["LOCALAPPDATA"] || join(home, "AppData", "Local");
    default:
      return environment["XDG_CACHE_HOME"] || join(home, ".cache");
  }
}
