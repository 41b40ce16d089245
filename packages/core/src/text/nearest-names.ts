import { compareNames } from "./compare.ts";

const leastSimilarity = 0.3;

/** Up to three names that look most like the one asked for, the likest first; ties go by name. They are hints, never results. */
export function nearestNames(wanted: string, names: Iterable<string>, most = 3): string[] {
  const wantedPairs = letterPairs(wanted);
  const scored: { name: string; similarity: number }[] = [];
  for (const name of names) {
    const similarity = similarityOf(wantedPairs, letterPairs(name));
    if (similarity >= leastSimilarity) scored.push({ name, similarity });
  }
  scored.sort((left, right) => right.similarity - left.similarity || compareNames(left.name, right.name));
  return scored.slice(0, most).map(({ name }) => name);
}

function letterPairs(name: string): Set<string> {
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_");
  const pairs = new Set<string>();
  for (let position = 0; position + 1 < letters.length; position++) pairs.add(letters.slice(position, position + 2));
  return pairs;
}

function similarityOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size === 0 || right.size === 0) return 0;
  let shared = 0;
  for (const pair of left) if (right.has(pair)) shared++;
  return (2 * shared) / (left.size + right.size);
}
