import type { OrderedOriginals } from "./prefer-originals.ts";

/** For each original and each of its copies: the names of the others in the group, the original first. */
export function namesOfCopies(
  copies: OrderedOriginals["copies"],
  nameOf: (row: number) => string,
): Map<string, readonly string[]> {
  const sameAs = new Map<string, readonly string[]>();
  for (const [original, rows] of copies) {
    const group = [original, ...rows].map(nameOf);
    for (const name of group) {
      sameAs.set(
        name,
        group.filter((other) => other !== name),
      );
    }
  }
  return sameAs;
}
