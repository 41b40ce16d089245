import { ToolIndex } from "@toolcrib/search";
import { wholeLibrary } from "./allowed-skills.ts";
import type { SkillLibrary } from "./skill-library.ts";

// Module-level, because the gateway, the front and the command get the same library and share its index: building one
// is slow, and no common owner could hold it.
const indexes = new WeakMap<SkillLibrary, ToolIndex>();

/** The index of a library's skills: the same one on every call, also for views that rules restrict. */
export function skillIndexOf(library: SkillLibrary): ToolIndex {
  const whole = wholeLibrary(library);
  let index = indexes.get(whole);
  if (index === undefined) {
    index = new ToolIndex();
    index.add(whole.documents);
    indexes.set(whole, index);
  }
  return index;
}
