/** One divided by the rank of the first expected tool; zero where none was returned. */
export function reciprocalRank(goldRanks: readonly (number | null)[]): number {
  return goldRanks.reduce<number>((best, rank) => (rank === null ? best : Math.max(best, 1 / rank)), 0);
}
