import { describe, expect, it } from "vitest";
import { niceTop } from "./column-chart.tsx";
import { toolName } from "./tool-name.ts";
import { toolWords } from "./tool-words.ts";
import { selectableFrom } from "./virtual-list.tsx";

describe("toolWords", () => {
  it.each([
    [3, 37, "3 of 37 tools"],
    [2, 1, "1 tool + 1 of ours"],
    [4, 4, "4 tools"],
    [0, 0, "no tools"],
    [0, 2, "0 of 2 tools"],
  ])("says of %d sent and %d received: %s", (sent, received, words) => {
    expect(toolWords({ sent, received })).toBe(words);
  });
});

describe("toolName", () => {
  it.each([
    ["mcp__github__create_issue", undefined, "github", "create_issue"],
    ["everything_get-sum", "everything", "everything", "get-sum"],
    ["read_file", undefined, undefined, "read_file"],
    ["mcp__only", undefined, undefined, "mcp__only"],
  ])("splits %s of server %s", (whole, known, server, name) => {
    expect(toolName(whole, known)).toEqual({ server, name });
  });
});

it.each([
  [1, 1],
  [28_000, 30_000],
  [390, 400],
  [9_001, 10_000],
])("gives a chart of at most %d a scale up to %d", (value, top) => {
  expect(niceTop(value)).toBe(top);
});

it("passes over rows that cannot be selected", () => {
  const rows = ["head", "a", "b", "head", "c"];
  const next = (from: number, step: number) => selectableFrom(rows, from, step, (row) => row === "head");

  expect([next(-1, 1), next(1, 1), next(2, 1), next(4, -1), next(1, -1), next(4, 1)]).toEqual([
    "a",
    "b",
    "c",
    "b",
    "a",
    "c",
  ]);
});
