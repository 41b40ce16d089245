/**
 * Light English stemming: removes plurals, `-ing`, `-ed`, `-ation` and similar endings, so that `creating issues`
 * matches `create_issue`.
 * It only has to treat queries and tools alike; a stem need not be a word.
 */
export function stemEnglish(word: string): string {
  if (word.length <= 3 || unrelated.has(word)) {
    return word;
  }
  return dropFinalE(dropSuffix(singular(word)));
}

/**
 * Words that would share a stem with a word of another meaning: someone who is late does not ask for the latest events.
 */
const unrelated: ReadonlySet<string> = new Set(["later", "lately", "hardly", "shortly"]);

const suffixes = ["ings", "ing", "edly", "ed", "ers", "er", "ly", "ment", "ions", "ion"] as const;

const minStemLength = 3;

function singular(word: string): string {
  if (!word.endsWith("s")) {
    return word;
  }
  if (word.endsWith("ies") && word.length > 4) {
    return `${word.slice(0, -3)}y`;
  }
  if (word.endsWith("sses")) {
    return word.slice(0, -2);
  }
  return word.endsWith("ss") || word.endsWith("us") ? word : word.slice(0, -1);
}

/** `create`, `creating`, `creation` and `creator` share the part before the ending. */
const endingAfterAt = /^(.{2,}at)(?:ions?|ing|ed|ors?|e)$/;

function dropSuffix(word: string): string {
  const beforeEnding = endingAfterAt.exec(word)?.[1];
  if (beforeEnding !== undefined) {
    return beforeEnding;
  }
  for (const suffix of suffixes) {
    if (word.length - suffix.length >= minStemLength && word.endsWith(suffix)) {
      return undouble(word.slice(0, -suffix.length));
    }
  }
  return word;
}

const doubledByInflection = "bdfgmnprt";

function undouble(stem: string): string {
  const last = stem.at(-1) as string;
  return last === stem.at(-2) && doubledByInflection.includes(last) ? stem.slice(0, -1) : stem;
}

function dropFinalE(word: string): string {
  return word.length > 3 && word.endsWith("e") ? word.slice(0, -1) : word;
}
