import { byName } from "../ranking/top-slots.ts";

const mostNearest = 3;
const leastLikeness = 0.3;
const mostNames = 50_000;

/** Up to three names that are spelled most like a text: for someone who mistyped. */
export function nearestNames(text: string, names: Iterable<string>): readonly string[] {
  const wanted = pairsOf(bare(text));
  if (wanted.size === 0) {
    return [];
  }
  const nearest: { readonly name: string; readonly likeness: number }[] = [];
  let seen = 0;
  for (const name of names) {
    if (++seen > mostNames) {
      break;
    }
    const likeness = likenessOf(wanted, pairsOf(bare(name)));
    if (likeness >= leastLikeness) {
      nearest.push({ name, likeness });
    }
  }
  return nearest
    .sort((a, b) => b.likeness - a.likeness || byName(a.name, b.name))
    .slice(0, mostNearest)
    .map(({ name }) => name);
}

function bare(name: string): string {
  return name
    .replace(/^mcp__.+?__/s, "")
    .toLowerCase()
    .slice(0, 100);
}

function pairsOf(text: string): ReadonlySet<number> {
  const pairs = new Set<number>();
  for (let index = 0; index + 1 < text.length; index++) {
    pairs.add(text.charCodeAt(index) * 65_536 + text.charCodeAt(index + 1));
  }
  return pairs;
}

/** Dice's coefficient: twice what is shared, over both. */
function likenessOf(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  let shared = 0;
  for (const pair of b) {
    if (a.has(pair)) {
      shared++;
    }
  }
  return (2 * shared) / (a.size + b.size);
}
