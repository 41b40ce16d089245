import { describe, expect, it } from "vitest";
import { addNewest, addOlder, type ReadLines, readLines, rowsOf } from "./audit-lines.ts";

const line = (sequence: number, more: object = {}): string =>
  JSON.stringify({
    sequence,
    kind: "call",
    at: `2026-11-${String(10 + sequence).padStart(2, "0")}T12:00:00Z`,
    ...more,
  });
const page = (sequences: readonly number[], next: number | null): ReadLines =>
  readLines({ retentionDays: 1, publicKey: null, lines: sequences.map((sequence) => line(sequence)), next });
const numbers = ({ lines }: ReadLines): readonly number[] => lines.map(({ record }) => record.sequence);

describe("lines of the audit log", () => {
  it("grow at both ends, and each is there once", () => {
    const first = page([5, 4], 3);
    const more = addNewest(first, page([6, 5], 4));

    expect([numbers(more), more.next]).toEqual([[6, 5, 4], 3]);
    expect(addNewest(more, page([6, 5], 4))).toBe(more);
    expect(addOlder(more, page([3, 2], 1))).toMatchObject({ next: 1 });
    expect(numbers(addOlder(more, page([3, 2], 1)))).toEqual([6, 5, 4, 3, 2]);
  });

  it("start again if some in between were not read", () => {
    expect(numbers(addNewest(page([2, 1], null), page([9, 8], 7)))).toEqual([9, 8]);
    expect(numbers(addNewest(page([2, 1], null), page([3], null)))).toEqual([3, 2, 1]);
  });

  it("stand under their days, without checkpoints unless they are asked for", () => {
    const { lines } = readLines({
      retentionDays: 1,
      publicKey: null,
      lines: [line(3), line(2, { kind: "checkpoint" }), line(3, { sequence: 1 })],
      next: null,
    });

    expect(rowsOf(lines, false).map(({ type }) => type)).toEqual(["day", "line", "line"]);
    expect(rowsOf(lines, true).map(({ type }) => type)).toEqual(["day", "line", "day", "line", "day", "line"]);
  });
});
