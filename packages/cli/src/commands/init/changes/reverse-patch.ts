import { parseJsonWithComments } from "@toolcrib/mcp/config";
import { applyPatch, createPatch } from "diff";
import { parse as parseToml } from "smol-toml";

/** The patch from what was written back to what was there. One line around each change is enough to find its place. */
export function createReversePatch(before: string, after: string): string {
  return createPatch("config", after, before, undefined, undefined, { context: 1 });
}

/** Undoes our change in a file that somebody changed since; undefined if the two changes overlap. */
export function applyReversePatch(path: string, now: string, reversePatch: string): string | undefined {
  const restored = applyPatch(now, reversePatch, { autoConvertLineEndings: false });
  return restored !== false && isReadable(path, restored) ? restored : undefined;
}

function isReadable(path: string, text: string): boolean {
  try {
    if (path.endsWith(".toml")) parseToml(text);
    else if (text.trim() !== "") parseJsonWithComments(text);
    return true;
  } catch {
    return false;
  }
}
