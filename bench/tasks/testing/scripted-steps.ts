import type { ModelTurn, Player } from "../player/player.ts";
import type { ModelStep } from "../prompt/prompt.ts";

/** Says these steps one after the other, in every conversation. */
export function scripted(...steps: readonly ModelStep[]): Player & { readonly turns: ModelTurn[] } {
  const turns: ModelTurn[] = [];
  return {
    turns,
    play: async (turn) => {
      turns.push(turn);
      return steps[turn.number - 1] ?? { text: "Done." };
    },
  };
}

export function call(name: string, input: unknown = {}): ModelStep {
  return { calls: [{ name, input }] };
}
