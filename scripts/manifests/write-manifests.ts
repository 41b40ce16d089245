import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyEdits, modify } from "jsonc-parser";
import { listPublishedPackages, listWorkspacePackages, readManifest, rootFolder } from "../workspace.ts";
import { readReleaseSettings } from "./release-settings.ts";
import { ownDependencies, sharedFields } from "./shared-fields.ts";

/** Fields that come first in a manifest, so that a new one is not appended behind the dependencies. */
const orderedFields = ["name", "version", "description", "keywords", "homepage", "bugs", "license", "repository"];

/** The manifests as they must be, by file; only those that differ. */
export function changedManifests(): Map<string, string> {
  const settings = readReleaseSettings();
  // The command's version is everybody's: the packages are released together.
  const { version = "" } = readManifest("packages/cli");
  const published = listPublishedPackages();
  const names = new Set(published.map(({ manifest }) => manifest.name));
  const changed = new Map<string, string>();
  for (const workspacePackage of listWorkspacePackages()) {
    const { folder, manifest } = workspacePackage;
    const file = join(folder, "package.json");
    const before = readFileSync(join(rootFolder, file), "utf8");
    let text = before;
    const set = (path: string[], value: unknown): void => {
      const getInsertionIndex = (siblings: string[]) => insertionIndex(siblings, path[0] ?? "");
      const formattingOptions = { insertSpaces: true, tabSize: 2 };
      const options = path.length === 1 ? { formattingOptions, getInsertionIndex } : { formattingOptions };
      if (JSON.stringify(valueAt(JSON.parse(text), path)) !== JSON.stringify(value)) {
        text = applyEdits(text, modify(text, path, value, options));
      }
    };
    if (names.has(manifest.name)) {
      for (const [field, value] of Object.entries(sharedFields(workspacePackage, settings, version)))
        set([field], value);
    }
    for (const [kind, ranges] of Object.entries(ownDependencies(manifest, names, version))) {
      for (const [name, range] of Object.entries(ranges)) set([kind, name], range);
    }
    if (text !== before) changed.set(file, text);
  }
  return changed;
}

export function writeManifests(): void {
  for (const [file, text] of changedManifests()) writeFileSync(join(rootFolder, file), text);
}

/** Behind the last field that comes before it in the usual order. */
function insertionIndex(siblings: readonly string[], field: string): number {
  const before = orderedFields.slice(0, Math.max(0, orderedFields.indexOf(field)));
  const last = siblings.findLastIndex((sibling) => before.includes(sibling));
  return field === "publishConfig" ? siblings.indexOf("files") + 1 || siblings.length : last + 1;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
}
