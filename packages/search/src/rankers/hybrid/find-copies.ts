import { descriptionField, nameField } from "../../lexical/fields.ts";
import type { LexicalIndex } from "../../lexical/lexical-index.ts";
import type { CatalogueView } from "../../ranking/catalogue-view.ts";

/** Tools with fewer words than this say too little to be told from each other. */
const minWords = 5;
/** The share of the shorter tool's words that a copy has. */
const minSharedWords = 0.85;

/** The words of some tools, to tell which say the same. Only tools of different servers are compared. */
export class CopyFinder {
  readonly #catalogue: CatalogueView;
  readonly #words = new Map<number, ReadonlySet<number>>();

  constructor(catalogue: CatalogueView) {
    this.#catalogue = catalogue;
  }

  /** Whether two tools of different servers say the same. */
  areCopies(left: number, right: number): boolean {
    const serverOf = (slot: number): string => this.#catalogue.documentAt(slot).server;
    if (serverOf(left) === serverOf(right)) {
      return false;
    }
    const [few, many] = [this.#wordsOf(left), this.#wordsOf(right)].sort((a, b) => a.size - b.size) as [
      ReadonlySet<number>,
      ReadonlySet<number>,
    ];
    if (few.size < minWords) {
      return false;
    }
    let shared = 0;
    for (const word of few) {
      if (many.has(word)) {
        shared++;
      }
    }
    return shared >= few.size * minSharedWords;
  }

  #wordsOf(slot: number): ReadonlySet<number> {
    let words = this.#words.get(slot);
    if (words === undefined) {
      words = wordsOf(this.#catalogue.lexical, slot);
      this.#words.set(slot, words);
    }
    return words;
  }
}

const describing = (1 << nameField) | (1 << descriptionField);

function wordsOf(lexical: LexicalIndex, slot: number): ReadonlySet<number> {
  const words = new Set<number>();
  lexical.eachTerm(slot, (id, fields) => {
    if ((fields & describing) !== 0) {
      words.add(id);
    }
  });
  return words;
}
