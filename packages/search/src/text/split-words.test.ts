import { describe, expect, it } from "vitest";
import { splitWords, wholeWords } from "./split-words.ts";

function visitsOf(text: string): [string, number][] {
  return splitWords(text).map(({ word, joins }) => [word, joins]);
}

describe("splitWords", () => {
  it.each([
    ["createIssue", ["create", "issue"]],
    ["create_issue", ["create", "issue"]],
    ["CREATE-ISSUE", ["create", "issue"]],
    ["HTTPServer", ["http", "server"]],
    ["getURLForID2", ["get", "url", "for", "id2"]],
    ["v2Api", ["v2", "api"]],
    ["a.b/c:d", ["a", "b", "c", "d"]],
    ["don't stop", ["don", "t", "stop"]],
    ["", []],
    ["?! \n\t", []],
    ["3d", ["3d"]],
  ])("cuts identifiers and prose: %s", (text, words) => {
    expect(wholeWords(text)).toEqual(words);
  });

  it.each([
    ["Übergröße", ["ubergroße"]],
    ["naïve café", ["naive", "cafe"]],
    ["ＦＵＬＬ ｗｉｄｔｈ", ["full", "width"]],
    ["ﬁle", ["file"]],
    ["показатьПортфель", ["показать", "портфель"]],
    ["解析pdf", ["解析", "pdf"]],
    ["mixed — dash", ["mixed", "dash"]],
    ["🙂", []],
    ["bad \ud800 half", ["bad", "half"]],
  ])("folds what looks the same and reads any script: %s", (text, words) => {
    expect(wholeWords(text)).toEqual(words);
  });

  it("also visits a run of parts as one word, and says how many it joins", () => {
    expect(visitsOf("GitHub repo")).toEqual([
      ["git", 0],
      ["hub", 0],
      ["github", 2],
      ["repo", 0],
    ]);
    expect(visitsOf("ПокажиМне")).toContainEqual(["покажимне", 2]);
  });

  it("reads English the same way, with or without another script next to it", () => {
    expect(wholeWords("createIssue now — 法令").slice(0, 3)).toEqual(wholeWords("createIssue now"));
  });

  it("gives a remembered word one unique number", () => {
    const [first, again, other] = splitWords("parcel Parcel letter");
    expect(again).toBe(first);
    expect(other?.number).not.toBe(first?.number);
  });

  it.each(["x".repeat(41), "письмо", "法令"])("gives a word that is not worth remembering no number: %s", (text) => {
    expect(splitWords(text)[0]?.number).toBe(0);
  });

  it("reads a text the same way again, whatever was read in between", () => {
    const texts = ["createIssue now", "", "法令 GitHub", "createIssue now"];
    const before = texts.map(visitsOf);
    expect([...texts].reverse().map(visitsOf).reverse()).toEqual(before);
  });
});
