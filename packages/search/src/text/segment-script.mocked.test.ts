import { afterEach, describe, expect, it, vi } from "vitest";
import { segmentScript } from "./segment-script.ts";

function visitsOf(piece: string): {
  readonly isSegmented: boolean;
  readonly words: string[];
  readonly pieces: string[];
} {
  const words: string[] = [];
  const pieces: string[] = [];
  const isSegmented = segmentScript(piece, (word, joins) => (joins === 0 ? words : pieces).push(word));
  return { isSegmented, words, pieces };
}

describe("segmentScript", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("leaves scripts that write spaces to the caller", () => {
    expect(visitsOf("портфель")).toEqual({ isSegmented: false, words: [], pieces: [] });
  });

  it.each(["帮我看看现在屏幕上是什么", "日本の法令を検索", "พยากรณ์อากาศ"])("loses no character: %s", (text) => {
    const { isSegmented, words } = visitsOf(text);
    expect(isSegmented).toBe(true);
    expect(words.join("")).toBe(text);
    expect(words.length).toBeGreaterThan(1);
  });

  it("returns the pairs of a word of syllables, because particles are attached to it", () => {
    expect(visitsOf("회의를")).toEqual({ isSegmented: true, words: ["회의를"], pieces: ["회의", "의를"] });
    expect(visitsOf("회의").pieces).toEqual([]);
  });

  it("reads a long run in stretches, without cutting a character in two", () => {
    const astral = "𠀀".repeat(1_001);
    const { words } = visitsOf(`中${astral}`);
    expect(words.join("")).toBe(`中${astral}`);
    expect(words.some((word) => /\p{Surrogate}/u.test(word))).toBe(false);
  });

  it("falls back to pairs of characters on a runtime without a segmenter", () => {
    vi.stubGlobal("Intl", {});
    expect(visitsOf("解析文").words).toEqual(["解析", "析文"]);
    expect(visitsOf("文").words).toEqual(["文"]);
    vi.stubGlobal("Intl", undefined);
    expect(visitsOf("解析").words).toEqual(["解析"]);
  });
});
