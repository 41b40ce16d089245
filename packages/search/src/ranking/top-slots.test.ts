import { compareNames } from "@toolcrib/shared/names";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TopSlots } from "./top-slots.ts";

const nameOf = (slot: number): string => `tool ${(slot * 7_919) % 1_000}`;

describe("TopSlots", () => {
  it("keeps what sorting everything would keep", () => {
    const scores = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.float({ noNaN: true })), {
      maxLength: 300,
      size: "max",
    });
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 50 }), (offered, limit) => {
        const top = new TopSlots(limit, nameOf);
        for (const [slot, score] of offered.entries()) {
          if (score >= top.floor) top.offer(slot, score);
        }
        const sorted = offered
          .map((score, slot) => ({ slot, score }))
          .sort((a, b) => b.score - a.score || compareNames(nameOf(a.slot), nameOf(b.slot)));
        expect(top.take()).toEqual(sorted.slice(0, limit));
        const kept = new Set<number>();
        top.addTo(kept);
        expect(kept).toEqual(new Set(sorted.slice(0, limit).map(({ slot }) => slot)));
      }),
    );
  });

  it("can be used after its slots were read", () => {
    const top = new TopSlots(3, nameOf);
    for (const [slot, score] of [4, 1, 3, 2].entries()) top.offer(slot, score);
    expect(top.take().map(({ slot }) => slot)).toEqual([0, 2, 3]);
    expect(top.floor).toBe(2);
    for (const [slot, score] of [5, 1, 2.5].entries()) top.offer(slot + 10, score);
    expect(top.take().map(({ slot }) => slot)).toEqual([10, 0, 2]);
  });

  it("has no floor before it is full", () => {
    const top = new TopSlots(2, nameOf);
    top.offer(0, 5);
    expect(top.floor).toBe(Number.NEGATIVE_INFINITY);
    top.offer(1, 3);
    expect(top.floor).toBe(3);
  });
});
