import { describe, expect, it } from "vitest";
import type { Counts } from "./count.ts";
import { compareWithRatchet, type Ratchet, renewRatchet } from "./ratchet.ts";

const empty: Ratchet = { raised: [], cases: {}, sources: {} };
const counts = (sources: Readonly<Record<string, number>>): Counts =>
  new Map([
    ["a", new Map(Object.entries(sources))],
    ["b", new Map([["b.ts", 1]])],
  ]);
const ratchet = renewRatchet(empty, counts({ "x.ts": 60, "y.ts": 40 }));

describe("comparing with the ratchet", () => {
  it("accepts the same figures", () => {
    expect(compareWithRatchet(ratchet, counts({ "x.ts": 60, "y.ts": 40 }))).toEqual({
      grown: new Map(),
      added: new Map(),
      shrunk: new Map(),
    });
  });

  it("names the case and the new files if files are added", () => {
    const { grown } = compareWithRatchet(ratchet, counts({ "x.ts": 61, "y.ts": 40, "z.ts": 2 }));

    expect([...grown]).toEqual([
      [
        "a",
        "1 file and 3 functions more than 2 files and 100 functions\n    new file z.ts (2 functions)\n    x.ts: 1 function more",
      ],
    ]);
  });

  it("fails if one figure grows while the other shrinks", () => {
    const moreFiles = compareWithRatchet(ratchet, counts({ "x.ts": 60, "y.ts": 38, "z.ts": 1 }));
    const moreFunctions = compareWithRatchet(ratchet, counts({ "x.ts": 101 }));

    expect(moreFiles.grown.get("a")).toBe("1 file more than 2 files and 100 functions\n    new file z.ts (1 function)");
    expect(moreFunctions.grown.get("a")).toBe(
      "1 function more than 2 files and 100 functions\n    x.ts: 41 functions more",
    );
  });

  it("tells if a case shrinks notably, and not if it hardly does", () => {
    const { grown, shrunk } = compareWithRatchet(ratchet, counts({ "x.ts": 60, "y.ts": 38 }));

    expect(grown).toEqual(new Map());
    expect([...shrunk]).toEqual([["a", "2 files and 98 functions, before 2 files and 100 functions"]]);
    expect(compareWithRatchet(ratchet, counts({ "x.ts": 60, "y.ts": 39 })).shrunk).toEqual(new Map());
  });

  it("tells which case has no figures yet", () => {
    const more = new Map([...counts({ "x.ts": 60, "y.ts": 40 }), ["c", new Map([["c.ts", 1]])]]);

    expect([...compareWithRatchet(ratchet, more).added]).toEqual([["c", "1 file and 1 function"]]);
  });
});

describe("renewing the ratchet", () => {
  it("lowers figures without a reason", () => {
    const lowered = renewRatchet(ratchet, counts({ "x.ts": 50 }));

    expect(lowered.cases["a"]).toEqual({ files: 1, functions: 50 });
    expect(lowered.sources).toEqual({ "b.ts": "0 1", "x.ts": "50 0" });
    expect(lowered.raised).toEqual(ratchet.raised);
  });

  it("raises figures only with a reason, and keeps it", () => {
    const more = counts({ "x.ts": 60, "y.ts": 41 });

    expect(() => renewRatchet(ratchet, more)).toThrow("without a reason");
    expect(renewRatchet(ratchet, more, "y checks its input").raised.at(-1)).toEqual({
      reason: "y checks its input",
      changes: ["a: 2 files and 100 functions -> 2 files and 101 functions"],
    });
  });

  it("keeps no reason if nothing grows", () => {
    expect(renewRatchet(ratchet, counts({ "x.ts": 60 }), "no need").raised).toEqual(ratchet.raised);
  });
});
