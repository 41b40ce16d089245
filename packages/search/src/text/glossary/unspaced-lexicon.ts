/** The words of a language that is written without spaces, or attaches endings to words, like Korean. */
export interface UnspacedLexicon {
  /** The longest form that starts at this position, and its meaning. */
  readonly match: (text: string, start: number) => UnspacedMatch | undefined;
}

interface UnspacedMatch {
  readonly length: number;
  readonly concepts: readonly number[];
}

/**
 * Builds a lexicon from a language's cells, one per concept.
 * `opaqueWords` have no translation and only prevent their characters from being matched alone.
 */
export function createUnspacedLexicon(cells: readonly string[], opaqueWords: readonly string[] = []): UnspacedLexicon {
  const forms = new Map<string, number[]>(opaqueWords.map((word) => [word, []]));
  cells.forEach((cell, concept) => {
    for (const form of cell === "" ? [] : cell.split(",")) {
      const concepts = forms.get(form);
      if (concepts === undefined) forms.set(form, [concept]);
      else concepts.push(concept);
    }
  });

  // Only a few lengths occur after a given first character, so the others are never tried.
  const lengthsByFirst = new Map<string, number[]>();
  for (const form of forms.keys()) {
    const lengths = lengthsByFirst.get(form.charAt(0));
    if (lengths === undefined) lengthsByFirst.set(form.charAt(0), [form.length]);
    else if (!lengths.includes(form.length)) lengths.push(form.length);
  }
  for (const lengths of lengthsByFirst.values()) lengths.sort((left, right) => right - left);

  return {
    match(text, start) {
      for (const length of lengthsByFirst.get(text.charAt(start)) ?? []) {
        const concepts = forms.get(text.slice(start, start + length));
        if (concepts !== undefined) return { length, concepts };
      }
      return undefined;
    },
  };
}
