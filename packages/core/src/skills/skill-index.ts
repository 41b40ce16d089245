import { ToolIndex } from "@toolcrib/search";
import type { SearchIndex } from "../11-search-call/search-index.ts";
import { wholeLibrary } from "./allowed-skills.ts";
import type { SkillLibrary } from "./skill-library.ts";

// Module-level, because the gateway, the front and the command get the same library and share its index: building one
// is slow, and no common owner could hold it.
const indexes = new WeakMap<SkillLibrary, ToolIndex>();

/** The index of a library's skills: the same one on every call. */
export function skillIndexOf(library: SkillLibrary): ToolIndex {
  let index = indexes.get(library);
  if (index === undefined) {
    index = new ToolIndex();
    index.add(library.documents);
    indexes.set(library, index);
  }
  return index;
}

/**
 * The index to search a view with. For that of the whole library it is one of the view alone: hidden skills would count in how rare a
 * word is, and the order of an answer would tell which words they have.
 */
export async function visibleSkillIndex(library: SkillLibrary, index: SearchIndex): Promise<SearchIndex> {
  const whole = wholeLibrary(library);
  if (whole === library || indexes.get(whole) !== index) return index;
  const visible = skillIndexOf(library);
  await visible.ready();
  return visible;
}
