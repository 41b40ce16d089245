import { ToolIndex } from "@toolcrib/search";
import { wholeLibrary } from "./allowed-skills.ts";
import type { SkillLibrary } from "./skill-library.ts";

// Of the module, since the gateway, the front and the command are given the same library and share its index: building one is slow, and
// nothing above them all could hold it.
const indexes = new WeakMap<SkillLibrary, ToolIndex>();

/** An index of the skills of a library alone: the same one whenever it is asked for, and for all that rules leave of the library. */
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
