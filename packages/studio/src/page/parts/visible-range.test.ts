import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { movedBy, scrollToRow, visibleRange } from "./visible-range.ts";

const list = { viewportHeight: 600, rowHeight: 50, count: 10_000, overscan: 8 };

describe("visibleRange", () => {
  it("draws the rows in view and a few around them", () => {
    expect(visibleRange({ ...list, scrollTop: 0 })).toEqual({ start: 0, end: 21 });
    expect(visibleRange({ ...list, scrollTop: 5_000 })).toEqual({ start: 92, end: 121 });
  });

  it("always covers what is visible, and never draws many rows", () => {
    const lists = fc.record({
      scrollTop: fc.integer({ min: -100, max: 600_000 }),
      viewportHeight: fc.integer({ min: 0, max: 2_000 }),
      rowHeight: fc.integer({ min: 10, max: 100 }),
      count: fc.integer({ min: 0, max: 10_000 }),
      overscan: fc.integer({ min: 0, max: 20 }),
    });
    fc.assert(
      fc.property(lists, (scrolled) => {
        const { start, end } = visibleRange(scrolled);
        const { scrollTop, viewportHeight, rowHeight, count, overscan } = scrolled;
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(count);
        expect(end - start).toBeLessThanOrEqual(Math.ceil(viewportHeight / rowHeight) + 1 + 2 * overscan);
        for (let pixel = Math.max(0, scrollTop); pixel < scrollTop + viewportHeight; pixel += rowHeight) {
          const row = Math.floor(pixel / rowHeight);
          if (row < count) expect(row >= start && row < end).toBe(true);
        }
      }),
    );
  });
});

describe("scrollToRow", () => {
  it("moves no further than it must", () => {
    const scrolled = { ...list, scrollTop: 1_000 };

    expect(scrollToRow(25, scrolled)).toBe(1_000);
    expect(scrollToRow(10, scrolled)).toBe(500);
    expect(scrollToRow(40, scrolled)).toBe(1_450);
  });
});

describe("movedBy", () => {
  const keyOf = (item: string) => item;
  const moved = (before: string, items: string, scrollTop: number) =>
    movedBy({ before: before.split(""), items: items.split(""), scrollTop, rowHeight: 10, keyOf });

  it("is what rows before the one at the top of the view take", () => {
    expect(moved("abcd", "xyabcd", 21)).toBe(20);
    expect(moved("abcd", "bcd", 21)).toBe(-10);
  });

  it("is nothing at the start of the list, and if the row is gone", () => {
    expect(moved("abcd", "xabcd", 0)).toBe(0);
    expect(moved("abcd", "ab", 30)).toBe(0);
  });
});
