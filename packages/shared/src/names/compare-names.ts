/** Orders names by their code units: the same everywhere, whatever the locale. */
export function compareNames(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
