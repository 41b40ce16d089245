import { describe, expect, it } from "vitest";
import type { SplitWord } from "./split-word.ts";
import { WordMemo } from "./word-memo.ts";

const word = (text: string, number: number): SplitWord => ({ word: text, joins: 0, term: text, mayJoin: true, number });

describe("WordMemo", () => {
  it("computes the value of a word once, until it forgets", () => {
    let made = 0;
    const memo = new WordMemo(4, ({ word: text }) => `${text} ${++made}`);
    expect([memo.of(word("a", 1)), memo.of(word("b", 2)), memo.of(word("a", 1))]).toEqual(["a 1", "b 2", "a 1"]);
    memo.forget();
    expect(memo.of(word("a", 1))).toBe("a 3");
  });

  it("distinguishes words that share a slot", () => {
    const memo = new WordMemo(4, ({ word: text }) => text);
    expect([word("a", 1), word("b", 5), word("a", 1)].map((each) => memo.of(each))).toEqual(["a", "b", "a"]);
  });

  it("computes a word without a number each time", () => {
    let made = 0;
    const memo = new WordMemo(4, () => ++made);
    expect([memo.of(word("a", 0)), memo.of(word("b", 0))]).toEqual([1, 2]);
  });
});
