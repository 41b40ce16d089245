import { describe, expect, it } from "vitest";
import { firstSentence, formatCount, formatCountOf, shorten } from "./index.ts";

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
