import { describe, expect, it } from "vitest";
import { findGoldRanks } from "./gold.ts";

describe("findGoldRanks", () => {
  it("counts ranks from one, and returns null for tools that were not returned", () => {
    expect(findGoldRanks([["a"], ["b"], ["c"]], ["x", "b", "a"])).toEqual([3, 2, null]);
  });

  it("uses the first of several accepted names", () => {
    expect(findGoldRanks([["a", "alias of a"]], ["x", "alias of a", "a"])).toEqual([2]);
  });

  it("lets one name stand for two expected tools that both accept it", () => {
    expect(
      findGoldRanks(
        [
          ["a", "both"],
          ["b", "both"],
        ],
        ["both"],
      ),
    ).toEqual([1, 1]);
  });

  it("compares names exactly", () => {
    expect(findGoldRanks([["send_email"]], ["Send_Email", "email"])).toEqual([null]);
  });
});
