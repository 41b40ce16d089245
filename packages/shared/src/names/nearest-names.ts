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
  const wanted = letterPairs(text);
  if (wanted.size === 0) return [];
  const similar: { readonly name: string; readonly similarity: number }[] = [];
  let compared = 0;
  for (const name of names) {
    if (++compared > maxNames) break;
    const similarity = similarityOf(wanted, letterPairs(name));
    if (similarity >= minSimilarity) similar.push({ name, similarity });
  }
  return similar
    .sort((left, right) => right.similarity - left.similarity || compareNames(left.name, right.name))
    .slice(0, maxNearest)
    .map(({ name }) => name);
}

function letterPairs(name: string): ReadonlySet<number> {
  const letters = name
    .slice(0, 2 * maxLength)
    .replace(/^mcp__.+?__/s, "")
    .toLowerCase()
    .slice(0, maxLength)
    .replace(/[^\p{L}\p{N}]+/gu, "_");
  const pairs = new Set<number>();
  for (let index = 0; index + 1 < letters.length; index++) {
    pairs.add(letters.charCodeAt(index) * 65_536 + letters.charCodeAt(index + 1));
  }
  return pairs;
}

/** Dice's coefficient: twice what is shared, over both. */
function similarityOf(left: ReadonlySet<number>, right: ReadonlySet<number>): number {
  let shared = 0;
  for (const pair of right) if (left.has(pair)) shared++;
  return (2 * shared) / (left.size + right.size);
}
