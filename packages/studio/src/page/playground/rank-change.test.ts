import { rankerNames } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { changeWords, featureBars, rankers, rankHits, rankLost } from "./rank-change.ts";

const hit = (name: string) => ({ name, score: 1 });

it("offers every ranker of the search package", () => {
  expect(rankers.toSorted()).toEqual([...rankerNames].toSorted());
});

describe("rankHits", () => {
  it("says how far a hit moved", () => {
    const ranked = rankHits([hit("a"), hit("b"), hit("c")], [hit("b"), hit("x"), hit("a")]);

    expect(ranked.map(changeWords)).toEqual(["up 2", "down 1", "new"]);
  });

  it("shows nothing if there is nothing to compare with, or nothing moved", () => {
    expect(rankHits([hit("a")], undefined).map(changeWords)).toEqual([undefined]);
    expect(rankHits([hit("a")], [hit("a")]).map(changeWords)).toEqual([undefined]);
  });
});

describe("rankLost", () => {
  it("shows which rank an edit has cost", () => {
    expect(rankLost("b", [hit("a")], [hit("a"), hit("b")])).toBe(2);
    expect(rankLost("a", [hit("a")], [hit("a"), hit("b")])).toBeUndefined();
    expect(rankLost("b", [hit("a")], undefined)).toBeUndefined();
  });
});

describe("featureBars", () => {
  it("draws all features of an answer on one scale, and marks those against a hit", () => {
    const hits = [
      { ...hit("a"), reasons: [{ feature: "words", value: 1, contribution: 4, terms: ["issue"] }] },
      { ...hit("b"), reasons: [{ feature: "unknown", value: 1, contribution: -1 }] },
    ];

    expect(hits.map((one) => featureBars(one, hits))).toEqual([
      [{ label: "matching words", terms: "issue", contribution: 4, share: 1, isAgainst: false }],
      [{ label: "unknown", terms: undefined, contribution: -1, share: 0.25, isAgainst: true }],
    ]);
  });

  it("draws six features, and what earlier calls and copies changed, however little", () => {
    const features = ["a", "b", "c", "d", "e", "f", "g", "earlier calls", "copy of another tool"];
    const reasons = features.map((feature) => ({ feature, value: 1, contribution: 1 }));

    const one = { ...hit("a"), reasons };

    expect(featureBars(one, [one]).map(({ label }) => label)).toEqual(features.filter((feature) => feature !== "g"));
  });
});
