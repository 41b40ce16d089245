import { posix, win32 } from "node:path";

/** The machine properties that file locations depend on. */
export interface UserFolders {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Where lists of tools are cached: they can be deleted at any time. */
export function defaultCacheFolder({ platform, home, environment }: UserFolders): string {
  if (platform === "win32") {
    return win32.join(environment["LOCALAPPDATA"] ?? win32.join(home, "AppData", "Local"), "toolcrib", "Cache");
  }
  if (platform === "darwin") return posix.join(home, "Library", "Caches", "toolcrib");
  return posix.join(environment["XDG_CACHE_HOME"] ?? posix.join(home, ".cache"), "toolcrib");
}

/** Where tokens are stored: deleting them means logging in again. */
export function defaultDataFolder({ platform, home, environment }: UserFolders): string {
  if (platform === "win32") {
    return win32.join(environment["APPDATA"] ?? win32.join(home, "AppData", "Roaming"), "toolcrib");
  }
  if (platform === "darwin") return posix.join(home, "Library", "Application Support", "toolcrib");
  return posix.join(environment["XDG_DATA_HOME"] ?? posix.join(home, ".local", "share"), "toolcrib");
}
