import { applyPatch, createPatch, parsePatch, reversePatch } from "diff";

const exact = { autoConvertLineEndings: false };

/** The patch from what was written back to what was there. One line around each change is enough to find its place. */
export function createReversePatch(before: string, after: string): string {
  return createPatch("config", after, before, undefined, undefined, { context: 1 });
}

/** Undoes our change in a file that somebody changed since; undefined if the two changes overlap. */
export function applyReversePatch(now: string, patch: string): string | undefined {
  const restored = applyPatch(now, patch, exact);
  return restored === false ? undefined : restored;
}

/** What was written over a text, from the patch that leads back to it. */
export function applyForwards(before: string, patch: string): string | undefined {
  const [back] = parsePatch(patch);
  const written = back === undefined ? false : applyPatch(before, reversePatch(back), exact);
  return written === false ? undefined : written;
}
