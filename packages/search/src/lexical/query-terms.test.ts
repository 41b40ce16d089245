import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentOf } from "../../test/support/documents.ts";
import { LexicalIndex } from "./lexical-index.ts";
import { knownTerms, queryTerms } from "./query-terms.ts";

function indexOf(...names: string[]): LexicalIndex {
  const index = new LexicalIndex();
  for (const [slot, name] of names.entries()) index.add(slot, documentOf({ name }));
  return index;
}

const scoreOf = (index: LexicalIndex, text: string, slot: number) =>
  index.score(queryTerms(text, index).all).scores[slot] ?? 0;

describe("queryTerms", () => {
  it("finds one word by its halves, and halves by the word in one", () => {
    const index = indexOf("fetch_webpage", "open_web_page", "other");
    for (const text of ["webpage", "web page", "webPage", "Web-Page"]) {
      expect(scoreOf(index, text, 0), text).toBeGreaterThan(0);
      expect(scoreOf(index, text, 1), text).toBeGreaterThan(0);
      expect(scoreOf(index, text, 2), text).toBe(0);
    }
  });

  it("reads GitHub as the word that tools use, and counts its halves less", () => {
    const { terms, spellings } = queryTerms("GitHub", indexOf("github_issue", "git_log"));
    expect(terms.map(({ word }) => word)).toEqual(["github"]);
    expect(spellings.map(({ word }) => word)).toEqual(["git"]);
  });

  it("keeps the halves where no tool writes them as one word", () => {
    const { terms } = queryTerms("GitHub", indexOf("git_log"));
    expect(terms.map(({ word }) => word)).toEqual(["git", "hub"]);
  });

  it("reads numbers that no tool mentions as values", () => {
    const index = indexOf("get_404_page");
    expect(queryTerms("page 456", index).terms.map(({ word }) => word)).toEqual(["page"]);
    expect(queryTerms("page 404", index).terms.map(({ word }) => word)).toEqual(["page", "404"]);
  });

  it("ignores unknown words of another script next to English ones, and keeps them otherwise", () => {
    const index = indexOf("send_mail");
    expect(queryTerms("письмо send", index).terms.map(({ word }) => word)).toEqual(["send"]);
    expect(queryTerms("письмо", index).terms).toHaveLength(1);
  });

  it("has each term once, none of a stop word, and a best score that no tool exceeds", () => {
    const index = indexOf("send_mail", "mail");
    const terms = queryTerms("send the mail, mail, MAIL", index);
    expect(terms.terms.map(({ word }) => word.toLowerCase())).toEqual(["send", "mail"]);
    expect(scoreOf(index, "send the mail", 0)).toBeLessThanOrEqual(terms.most);
    expect(queryTerms("the of and", index)).toEqual({ terms: [], spellings: [], all: [], most: 0 });
  });

  it("uses part of a compound if no tool has the compound", () => {
    const index = new LexicalIndex();
    index.add(0, documentOf({ name: "memo", description: "회의" }));
    expect(queryTerms("회의를", index).terms.map(({ word }) => word)).toEqual(["회의"]);
    index.add(1, documentOf({ name: "memo2", description: "회의를" }));
    expect(queryTerms("회의를", index).terms.map(({ word }) => word)).toEqual(["회의를"]);
  });

  it("reads no more than the first words of an endless query", () => {
    const text = Array.from({ length: 5_000 }, (_, number) => `w${number}x`).join(" ");
    expect(queryTerms(text, indexOf("a")).terms.length).toBeLessThanOrEqual(256);
  });

  it("gives a repeated term the position of its first word and the spelling of its last", () => {
    const { terms } = queryTerms("mails unheard send mail", indexOf("send_mail"));
    expect(terms.map(({ word }) => word)).toEqual(["mail", "unheard", "send"]);
  });

  it("knows a word as long as a tool has it", () => {
    const index = indexOf("send_mail", "send_letter");
    const isKnown = (word: string) => queryTerms(word, index).terms.every(({ id }) => id >= 0);
    expect([isKnown("letter"), isKnown("mail"), isKnown("parcel")]).toEqual([true, true, false]);
    index.remove(1);
    expect([isKnown("letter"), isKnown("mail"), isKnown("parcel")]).toEqual([false, true, false]);
    index.add(2, documentOf({ name: "send_parcel" }));
    expect([isKnown("letter"), isKnown("mail"), isKnown("parcel")]).toEqual([false, true, true]);
  });

  it("reads a query the same way after its memory is full", () => {
    const index = indexOf("fetch_webpage", "open_web_page", "github_issue");
    const text = "open the web page of a GitHub issue";
    const before = queryTerms(text, index);
    for (let first = 0; first < 60_000; first += 100) {
      queryTerms(Array.from({ length: 100 }, (_, number) => `w${first + number}`).join(" "), index);
    }
    expect(queryTerms(text, index)).toEqual(before);
  });

  it("reads a query the same way, whichever index was asked before", () => {
    const [first, second] = [indexOf("fetch_webpage"), indexOf("open_web_page", "fetch")];
    const before = [queryTerms("fetch a web page", first), queryTerms("fetch a web page", second)];
    expect([queryTerms("fetch a web page", first), queryTerms("fetch a web page", second)]).toEqual(before);
    expect(before[0]).not.toEqual(before[1]);
  });
});

describe("knownTerms", () => {
  it("returns the result of queryTerms without terms that no tool has", () => {
    const index = indexOf("fetch_webpage", "open_web_page", "github_issue", "git_log", "отправить_письмо");
    const word = fc.constantFrom(
      ..."web page webPage GitHub git hub issues the unheard Paris 404 письмо вчера 解析 log in".split(" "),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const text = words.join(" ");
        expect(knownTerms(text, index)).toEqual(queryTerms(text, index).all.filter(({ id }) => id >= 0));
      }),
    );
  });
});
