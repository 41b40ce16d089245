/** The share of the expected tools that stand among the first `cutoff` results. */
export function recallAt(cutoff: number, goldRanks: readonly (number | null)[]): number {
  const found = goldRanks.filter((rank) => rank !== null && rank <= cutoff);
  return found.length / goldRanks.length;
}
