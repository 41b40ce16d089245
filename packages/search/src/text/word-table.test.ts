import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asciiLetters } from "./ascii-letters.ts";
import { emptyHash, hashWith, WordTable } from "./word-table.ts";

function look<Made>(table: WordTable<Made>, word: string, hash = hashOf(word)): Made {
  return table.at(new TextEncoder().encode(`..${word}..`), 2, 2 + word.length, hash);
}

function hashOf(word: string): number {
  return new TextEncoder().encode(word).reduce(hashWith, emptyHash);
}

describe("WordTable", () => {
  it("computes the value of a word once", () => {
    let made = 0;
    const table = new WordTable(10, (word) => ({ word, number: ++made }));
    expect(look(table, "issue")).toEqual({ word: "issue", number: 1 });
    expect(look(table, "issues")).toEqual({ word: "issues", number: 2 });
    expect(look(table, "issue")).toEqual({ word: "issue", number: 1 });
  });

  it("distinguishes words that share a hash", () => {
    const table = new WordTable(10, (word) => word);
    for (const word of ["one", "two", "three", "one", "two", "three"]) expect(look(table, word, 7)).toBe(word);
  });

  it("returns the value of every word, however many there are, also after it starts over", () => {
    const words = fc.array(fc.stringMatching(/^[a-z0-9]{1,60}$/), { maxLength: 300 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 100 }), (all, capacity) => {
        const table = new WordTable(capacity, (word) => word);
        for (const word of [...all, ...all]) expect(look(table, word)).toBe(word);
      }),
    );
  });

  it("grows beyond its initial size", () => {
    const table = new WordTable(50_000, (word) => word);
    for (let number = 0; number < 20_000; number++) look(table, `word${number}`);
    for (let number = 0; number < 20_000; number++) expect(look(table, `word${number}`)).toBe(`word${number}`);
  });
});

describe("asciiLetters", () => {
  it("returns the letters of an ASCII text of any length", () => {
    for (const text of ["", "List Files", "x".repeat(100_000)]) {
      expect(new TextDecoder().decode(asciiLetters(text)?.subarray(0, text.length))).toBe(text);
    }
  });

  it.each(["café", "文", "a\ud800", "\u0080", "—"])("has none for %j", (text) => {
    expect(asciiLetters(text)).toBeUndefined();
  });
});
