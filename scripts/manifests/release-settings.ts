import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { rootFolder } from "../workspace.ts";

/** What all packages have in common when they are published. */
export interface ReleaseSettings {
  /** The public address of the repository, without a slash at its end. */
  readonly repository: string;
}

export function readReleaseSettings(): ReleaseSettings {
  return parse(readFileSync(join(rootFolder, "release.json"), "utf8")) as ReleaseSettings;
}

/** Whether the public address is not decided yet. */
export function isPlaceholder({ repository }: ReleaseSettings): boolean {
  return repository.includes("PLACEHOLDER");
}
