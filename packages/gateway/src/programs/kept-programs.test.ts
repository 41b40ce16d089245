import { expect, it } from "vitest";
import { KeptPrograms } from "./kept-programs.ts";

function openKept(maxBytes: number) {
  const kept = new KeptPrograms(maxBytes);
  return {
    add: (id: string, owner: string, bytes: number) => kept.add(id, { owner, sealed: new Uint8Array(bytes) }),
    has: (...ids: readonly string[]) => ids.filter((id) => kept.get(id) !== undefined),
  };
}

it("drops what the owner with the most has not used for longest", () => {
  const { add, has } = openKept(100);
  for (const id of ["a1", "a2", "a3"]) add(id, "alice", 20);
  for (const id of ["b1", "b2"]) add(id, "bob", 20);
  expect(has("a1")).toEqual(["a1"]);
  add("c1", "carol", 20);
  add("c2", "carol", 5);

  expect(has("a1", "a2", "a3", "b1", "b2", "c1", "c2")).toEqual(["a1", "b1", "b2", "c1", "c2"]);
});

it("never drops anything of owners with little for one who adds without end", () => {
  const { add, has } = openKept(1_000);
  add("b1", "bob", 100);
  for (let count = 0; count < 500; count++) add(`a${count}`, "alice", 100);

  expect(has("b1", "a499", "a491")).toEqual(["b1", "a499", "a491"]);
  expect(has("a490")).toEqual([]);
});

it("does not keep what is too large, in place of everything", () => {
  const { add, has } = openKept(100);
  add("b1", "bob", 60);
  add("a1", "alice", 101);

  expect(has("a1", "b1")).toEqual(["b1"]);
});
