import type { Message } from "@toolcrib/core";
import { inShuffledRounds } from "./rounds.ts";
import { makeConversation, makeTools } from "./synthetic-request.ts";
import { type Cost, timed } from "./timing.ts";

/** What an array costs that the caller made itself, however the engine reads it: so many comparisons. */
export function measurePointers(lengths: readonly number[], rounds: number): readonly (readonly Cost[])[] {
  const tools = makeTools(500);
  return inShuffledRounds(
    rounds,
    lengths.map((length) => {
      const known = makeConversation(length, tools);
      return () => {
        const given = [...known];
        return timed(() => isSame(known, given));
      };
    }),
  );
}

function isSame(left: readonly Message[], right: readonly Message[]): boolean {
  for (let position = 0; position < left.length; position++) {
    if (!Object.is(left[position], right[position])) return false;
  }
  return true;
}
