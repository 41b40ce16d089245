import type { Message } from "@toolcrib/core";
import { inShuffledRounds } from "./rounds.ts";
import { makeConversation, makeTools } from "./synthetic-request.ts";
import { type Cost, timed } from "./timing.ts";

/** What cannot be less while messages are known by identity and are handed out as an array: so many comparisons, and one copy. */
export function measurePointers(lengths: readonly number[], rounds: number): readonly (readonly Cost[])[] {
  const tools = makeTools(500);
  return inShuffledRounds(
    rounds,
    lengths.map((length) => {
      const known = makeConversation(length, tools);
      return () => {
        const given = [...known];
        return timed(() => (isSame(known, given) ? known.slice() : []));
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
