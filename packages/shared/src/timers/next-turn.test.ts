import { expect, it } from "vitest";
import { nextTurn } from "./next-turn.ts";

it("lets other work run, and gives each of those that wait a turn of its own", async () => {
  const seen: string[] = [];
  const wait = async (name: string): Promise<void> => {
    await nextTurn();
    seen.push(name);
    // What is scheduled now runs in the turn after this one.
    setImmediate(() => seen.push(`after ${name}`));
  };
  await Promise.all([wait("first"), wait("second"), wait("third")]);
  await nextTurn();

  expect(seen).toEqual(["first", "after first", "second", "after second", "third", "after third"]);
});
