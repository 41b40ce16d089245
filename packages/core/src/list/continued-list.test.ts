import { describe, expect, it } from "vitest";
import { continueList, lineOf } from "./continued-list.ts";

describe("a list that goes on from another", () => {
  it("E6.3 is frozen, and leaves the other as it was", () => {
    const list = [1, 2];
    const longer = continueList(list, [3]);

    expect(longer).toEqual([1, 2, 3]);
    expect(Object.isFrozen(longer)).toBe(true);
    expect(list).toEqual([1, 2]);
    expect(Object.isFrozen(list)).toBe(false);
  });

  it("E6.3 is of one line with the lists that go on from it, one after the other", () => {
    const first = continueList([], ["a"]);
    const second = continueList(first, ["b"]);
    const third = continueList(second, ["c", "d"]);

    expect(lineOf(first)).toBeDefined();
    expect(lineOf(second)).toBe(lineOf(first));
    expect(lineOf(third)).toBe(lineOf(first));
  });

  it("E6.3 begins a line of its own where another list has gone on already", () => {
    const first = continueList([], ["a"]);
    const second = continueList(first, ["b"]);
    const branch = continueList(first, ["c"]);

    expect(lineOf(branch)).toBeDefined();
    expect(lineOf(branch)).not.toBe(lineOf(second));
    expect(lineOf(continueList(branch, ["d"]))).toBe(lineOf(branch));
  });

  it("E6.3 begins a line of its own behind a list that anybody may write into", () => {
    const own = ["a"];

    expect(lineOf(own)).toBeUndefined();
    expect(lineOf(continueList(own, ["b"]))).not.toBe(lineOf(continueList(own, ["c"])));
  });
});
