import { descriptionField, hintField, nameField, serverField } from "../lexical/fields.ts";
import { splitWords } from "../text/split-words.ts";
import type { CatalogueView } from "./catalogue-view.ts";

const fieldsThatCount = (1 << serverField) | (1 << nameField) | (1 << hintField) | (1 << descriptionField);

/** Tests whether a tool has every `+term` in its name, hint or description: as a word, or inside its name. */
export function mustMatch(catalogue: CatalogueView, must: readonly string[]): (slot: number) => boolean {
  if (must.length === 0) {
    return () => true;
  }
  const needed = must.map((word) => ({ inName: word.toLowerCase(), ids: idsOf(catalogue, word) }));
  return (slot) => {
    const name = catalogue.documentAt(slot).name.toLowerCase();
    // Most tools are decided by their name, and reading their terms takes much longer.
    const others = needed.filter(({ inName }) => !name.includes(inName));
    if (others.length === 0 || others.some(({ ids }) => ids.length === 0 || ids.some((id) => id < 0))) {
      return others.length === 0;
    }
    const found = new Set<number>();
    catalogue.lexical.eachTerm(slot, (id, fields) => {
      if ((fields & fieldsThatCount) !== 0) {
        found.add(id);
      }
    });
    return others.every(({ ids }) => ids.every((id) => found.has(id)));
  };
}

function idsOf(catalogue: CatalogueView, word: string): number[] {
  const ids: number[] = [];
  for (const { joins, term } of splitWords(word)) {
    if (joins === 0 && term !== "") {
      ids.push(catalogue.lexical.look(term).id);
    }
  }
  return ids;
}
