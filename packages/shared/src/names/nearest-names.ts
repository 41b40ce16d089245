import { compareNames } from "./compare-names.ts";

const maxNearest = 3;
const minSimilarity = 0.3;
/** What is compared is bounded: names come from servers, and the text from a model. */
const maxNames = 50_000;
const maxLength = 100;

/**
 * Up to three names that are spelled most like a text, the most similar first; ties go by name. They are hints for someone who mistyped, never
 * results. The server in `mcp__server__tool` does not count.
 */
export function nearestNames(text: string, names: Iterable<string>): string[] {
  const wanted = pairsOf(lettersOf(text));
  if (wanted.size === 0) return [];
  const similar: { readonly name: string; readonly similarity: number }[] = [];
  let compared = 0;
  for (const name of names) {
    if (++compared > maxNames) break;
    const similarity = similarityTo(wanted, lettersOf(name));
    if (similarity >= minSimilarity) similar.push({ name, similarity });
  }
  return similar
    .sort((left, right) => right.similarity - left.similarity || compareNames(left.name, right.name))
    .slice(0, maxNearest)
    .map(({ name }) => name);
}

/** Most names are written so already, and testing is much faster than replacing. */
const plainName = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;

function lettersOf(name: string): string {
  const own = name
    .slice(0, 2 * maxLength)
    .replace(/^mcp__.+?__/s, "")
    .toLowerCase()
    .slice(0, maxLength);
  return plainName.test(own) ? own : own.replace(/[^\p{L}\p{N}]+/gu, "_");
}

function pairsOf(letters: string): ReadonlySet<number> {
  const pairs = new Set<number>();
  for (let index = 0; index + 1 < letters.length; index++) pairs.add(pairAt(letters, index));
  return pairs;
}

function pairAt(letters: string, index: number): number {
  return letters.charCodeAt(index) * 65_536 + letters.charCodeAt(index + 1);
}

/** Dice's coefficient of the pairs of letters: twice what is shared, over both. 0 where it is below what counts as similar. */
function similarityTo(wanted: ReadonlySet<number>, letters: string): number {
  let common = 0;
  for (let index = 0; index + 1 < letters.length; index++) if (wanted.has(pairAt(letters, index))) common++;
  // An upper bound: it rules out most names before a set of their pairs is made.
  if ((2 * common) / (wanted.size + common) < minSimilarity) return 0;
  const pairs = pairsOf(letters);
  let shared = 0;
  for (const pair of pairs) if (wanted.has(pair)) shared++;
  return (2 * shared) / (wanted.size + pairs.size);
}
