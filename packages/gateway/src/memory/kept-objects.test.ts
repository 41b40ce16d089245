import { describe, expect, it } from "vitest";
import { KeptObjectsOfCallers } from "./kept-objects.ts";

const limits = { bytes: 400, objectBytes: 200, milliseconds: 1_000 };

function keep(time = { now: 0 }) {
  const kept = new KeptObjectsOfCallers(() => time.now, limits);
  return { kept, time, alice: kept.of("alice"), bob: kept.of("bob") };
}

describe("what is kept for a caller", () => {
  it("is found again, and by nobody else", () => {
    const { alice, bob } = keep();
    alice.set("a", { x: 1 });

    expect(alice.get("a")).toEqual({ x: 1 });
    expect(bob.get("a")).toBeUndefined();
    expect(bob.delete("a")).toBe(false);
    expect(alice.get("a")).toEqual({ x: 1 });
  });

  it("cannot be reached through an id that looks like another caller's key", () => {
    const { kept } = keep();
    kept.of('a","b').set("c", {});

    expect(kept.of("a").get('b","c')).toBeUndefined();
  });

  it("expires", () => {
    const { alice, time } = keep();
    alice.set("a", {});
    time.now = 999;
    expect(alice.get("a")).toEqual({});
    time.now = 1_000;
    expect(alice.get("a")).toBeUndefined();
    expect(alice.delete("a")).toBe(false);
  });

  it("can be deleted once", () => {
    const { alice } = keep();
    alice.set("a", {});

    expect([alice.delete("a"), alice.delete("a"), alice.get("a")]).toEqual([true, false, undefined]);
  });

  it("makes room for newer objects, and is not kept if it is too large", () => {
    const { alice } = keep();
    for (const id of ["a", "b", "c"]) alice.set(id, { text: "x".repeat(30) });
    alice.set("large", { text: "x".repeat(60) });

    expect(["a", "b", "c", "large"].map((id) => alice.get(id) !== undefined)).toEqual([false, true, true, false]);
  });
});
