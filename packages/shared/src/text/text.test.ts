import { describe, expect, it } from "vitest";
import {
  firstSentence,
  formatCount,
  formatCountOf,
  shorten,
  splitWordPieces,
  withoutDiacritics,
  withoutMarkRuns,
} from "./index.ts";

describe("firstSentence", () => {
  it.each([
    ["Gets a file. Then more.", "Gets a file."],
    ["Gets v1.2 of\n a file! Then more.", "Gets v1.2 of a file!"],
    ["No full stop\n\nAnother paragraph.", "No full stop"],
    ["ファイルを読む。次の文。", "ファイルを読む。"],
    ["  ", ""],
  ])("reads %j", (text, sentence) => {
    expect(firstSentence(text, 100)).toBe(sentence);
  });

  it("cuts a long one", () => {
    expect(firstSentence("Gets a very long file.", 12)).toBe("Gets a very…");
  });
});

describe("counts", () => {
  it("have separators and a noun", () => {
    expect(formatCount(12_345)).toBe("12,345");
    expect([0, 1, 2_000].map((count) => formatCountOf(count, "tool"))).toEqual(["0 tools", "1 tool", "2,000 tools"]);
    expect(formatCountOf(2, "entry", "entries")).toBe("2 entries");
  });
});

describe("shorten", () => {
  it.each([
    ["short", "short"],
    ["exactly 10", "exactly 10"],
    ["longer than ten", "longer tha…"],
    ["123456789😀", "123456789…"],
  ])("cuts %j to ten characters at most", (text, expected) => {
    expect(shorten(text, 10)).toBe(expected);
  });
});

describe("splitWordPieces", () => {
  const vocabulary = new Map("a b ab ##a ##b ##ab".split(" ").map((piece, number) => [piece, number]));

  it.each([
    ["ab", [2]],
    ["abab", [2, 5]],
    ["ba", [1, 3]],
    ["", []],
    ["abc", undefined],
    ["a".repeat(101), undefined],
  ])("takes the longest pieces of %j, from left to right", (word, pieces) => {
    expect(splitWordPieces(word, vocabulary)).toEqual(pieces);
  });
});

describe("withoutDiacritics", () => {
  it.each([
    ["reunión", "reunion"],
    ["straße", "strasse"],
    ["łódź", "lodz"],
    ["счёт", "счет"],
    ["plain", "plain"],
  ])("types %s as %s", (word, expected) => {
    expect(withoutDiacritics(word)).toBe(expected);
  });
});

describe("withoutMarkRuns", () => {
  it.each(["", "plain", "Z\u0301\u0302a\u0306lgo", "हिन्दी में लिखा है", `a${"\u0301".repeat(30)}`])(
    "leaves %j as it is",
    (text) => {
      expect(withoutMarkRuns(text)).toBe(text);
    },
  );

  it("keeps the first thirty marks on a letter", () => {
    const run = "\u0315\u0300\u05ae".repeat(40);
    expect(withoutMarkRuns(`a${run}b${run}`)).toBe(`a${run.slice(0, 30)}b${run.slice(0, 30)}`);
  });
});
