/**
 * Runs every task once a round, each round in another order (the same in every run): what one task leaves in the processor's caches,
 * or takes out of them, is then no other task's advantage.
 */
export function inShuffledRounds<Result>(rounds: number, tasks: readonly (() => Result)[]): Result[][] {
  const results: Result[][] = tasks.map(() => []);
  const order = tasks.map((_, index) => index);
  let seed = 1;
  for (let round = 0; round < rounds; round++) {
    for (let position = order.length - 1; position > 0; position--) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      const other = Math.floor((seed / 2_147_483_648) * (position + 1));
      [order[position], order[other]] = [order[other] as number, order[position] as number];
    }
    for (const index of order) results[index]?.push((tasks[index] as () => Result)());
  }
  return results;
}
