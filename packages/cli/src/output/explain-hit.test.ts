import type { Hit } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { explainHit, nameReasons } from "./explain-hit.ts";
import { createStyle } from "./style.ts";

const hit: Hit = {
  name: "send_email",
  score: 4.5,
  why: [
    { feature: "words", value: 0.8, contribution: 6, terms: ["send", "e\u001bmail"] },
    { feature: "covered", value: 1, contribution: -1.5 },
    { feature: "meaning", value: 0.25, contribution: 0 },
  ],
};

describe("explainHit", () => {
  it("draws reasons for and against a hit, in proportion to the largest", () => {
    expect(explainHit(hit, 12, createStyle(false))).toEqual([
      "words    ▇▇▇▇▇▇            +6  (0.800: send, e mail)",
      "covered  ░░             −1.50  (1)",
      "meaning                    +0  (0.250)",
    ]);
  });

  it("draws no bar if nothing counts", () => {
    expect(
      explainHit({ ...hit, why: [{ feature: "name", value: 0, contribution: 0 }] }, 0, createStyle(false)),
    ).toEqual(["name                    +0  (0)"]);
  });
});

describe("nameReasons", () => {
  it("lists the reasons for a hit, with the words that matched", () => {
    expect(nameReasons(hit)).toBe("words (send, e mail)");
  });
});
