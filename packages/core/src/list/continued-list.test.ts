import { describe, expect, it } from "vitest";
import { continueList, lineOf } from "./continued-list.ts";

describe("a list that continues another", () => {
  it("E6.3 is frozen, and leaves the other unchanged", () => {
    const list = [1, 2];
    const longer = continueList(list, [3]);

    expect(longer).toEqual([1, 2, 3]);
    expect(Object.isFrozen(longer)).toBe(true);
    expect(list).toEqual([1, 2]);
    expect(Object.isFrozen(list)).toBe(false);
  });

  it("E6.3 is on the same line as the lists that it continues", () => {
    const first = continueList([], ["a"]);
    const second = continueList(first, ["b"]);
    const third = continueList(second, ["c", "d"]);

    expect(lineOf(first)).toBeDefined();
    expect(lineOf(second)).toBe(lineOf(first));
    expect(lineOf(third)).toBe(lineOf(first));
  });

  it("E6.3 starts a new line if another list already continues the same one", () => {
    const first = continueList([], ["a"]);
    const second = continueList(first, ["b"]);
    const branch = continueList(first, ["c"]);

    expect(lineOf(branch)).toBeDefined();
    expect(lineOf(branch)).not.toBe(lineOf(second));
    expect(lineOf(continueList(branch, ["d"]))).toBe(lineOf(branch));
  });

  it("E6.3 starts a new line after a list that is not frozen", () => {
    const own = ["a"];

    expect(lineOf(own)).toBeUndefined();
    expect(lineOf(continueList(own, ["b"]))).not.toBe(lineOf(continueList(own, ["c"])));
  });
});
