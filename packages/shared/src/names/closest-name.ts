/** Real names are short, and so are their misspellings. */
const maxLength = 100;

/** The name that a misspelt one most probably means: at most one typing error per three characters away. Undefined if none is. */
export function closestName(wanted: string, names: readonly string[]): string | undefined {
  if (wanted.length > maxLength) return undefined;
  let closest: { readonly name: string; readonly distance: number } | undefined;
  for (const name of names) {
    const distance = typingErrors(wanted.toLowerCase(), name.toLowerCase());
    const isNear = distance <= Math.max(1, Math.floor(name.length / 3));
    if (isNear && distance < (closest?.distance ?? Number.POSITIVE_INFINITY)) closest = { name, distance };
  }
  return closest?.name;
}

/** How many characters are missing, added, replaced, or swapped with their neighbour. */
function typingErrors(wanted: string, name: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: name.length + 1 }, (_, column) => column);
  for (let row = 1; row <= wanted.length; row++) {
    const current = [row];
    for (let column = 1; column <= name.length; column++) {
      const isSame = wanted[row - 1] === name[column - 1];
      const replaced = at(last, column - 1) + (isSame ? 0 : 1);
      const isSwapped = wanted[row - 1] === name[column - 2] && wanted[row - 2] === name[column - 1];
      const swapped = row > 1 && column > 1 && isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced, swapped));
    }
    beforeLast = last;
    last = current;
  }
  return at(last, name.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] as number;
}
