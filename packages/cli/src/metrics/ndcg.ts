/**
 * Normalised discounted cumulative gain with one point for each expected tool:
 * what the ranks of the expected tools are worth, divided by what they would be worth at the top.
 * A tool for which several names are accepted counts once, at the first of them.
 */
export function ndcgAt(cutoff: number, goldRanks: readonly (number | null)[]): number {
  const gained = sum(goldRanks.map((rank) => (rank !== null && rank <= cutoff ? gainAt(rank) : 0)));
  const bestRanks = Array.from({ length: Math.min(cutoff, goldRanks.length) }, (_, index) => index + 1);
  // One name that is accepted for two expected tools would earn both points at one rank, so the quotient is capped.
  return Math.min(1, gained / sum(bestRanks.map(gainAt)));
}

function gainAt(rank: number): number {
  return 1 / Math.log2(rank + 1);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
