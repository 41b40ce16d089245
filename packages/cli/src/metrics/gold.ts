/** What a query asks for: one entry for each expected tool, holding every name that is accepted for it. */
export type Gold = readonly (readonly string[])[];

/**
 * For each expected tool, the rank (from 1) of the first accepted name among those returned, or null where none was.
 * All quality metrics are computed from these ranks.
 */
export function findGoldRanks(gold: Gold, returnedNames: readonly string[]): (number | null)[] {
  return gold.map((acceptedNames) => {
    const position = returnedNames.findIndex((name) => acceptedNames.includes(name));
    return position === -1 ? null : position + 1;
  });
}
