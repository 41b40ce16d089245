import type { AcceptedRequest } from "@toolcrib/demo";

/** What one call of the model cost, as the stand-in counts. */
interface DemoTurn {
  readonly promptTokens: number;
  readonly cachedTokens: number;
}

/** The calls of one conversation, and their sums. */
export interface DemoCosts {
  readonly turns: readonly DemoTurn[];
  readonly promptTokens: number;
  readonly cachedTokens: number;
  /** What the first prompt had and a later one did not find in the cache again; zero where nothing broke the prefix. */
  readonly lostTokens: number;
}

export function demoCosts(accepted: readonly AcceptedRequest[]): DemoCosts {
  const turns = accepted.map(({ promptTokens, cachedTokens }) => ({ promptTokens, cachedTokens }));
  let lostTokens = 0;
  for (const [index, { cachedTokens }] of turns.entries()) {
    const before = turns[index - 1];
    lostTokens += before === undefined ? 0 : Math.max(0, before.promptTokens - cachedTokens);
  }
  return {
    turns,
    promptTokens: turns.reduce((sum, turn) => sum + turn.promptTokens, 0),
    cachedTokens: turns.reduce((sum, turn) => sum + turn.cachedTokens, 0),
    lostTokens,
  };
}
