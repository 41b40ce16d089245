import type { WantedTerm } from "@toolcrib/search/remote";
import { describe, expect, it } from "vitest";
import { chooseWords } from "./choose-words.ts";

const term = (name: string, tools: number, prominent: number): WantedTerm => ({
  term: name,
  tools,
  prominent,
  describing: tools,
  rarity: Math.log(1 + 1_000_000 / tools),
});

describe("the words that tools are looked up by", () => {
  it("are all words of a small catalogue", () => {
    expect(chooseWords(7, [term("send", 300, 100), term("email", 90, 40)], 1_000)).toBe("'7wemail' | '7wsend'");
  });

  it("are rare words, and frequent ones where they weigh most or come together", () => {
    const terms = [term("create", 80_000, 50_000), term("issue", 20_000, 900), term("kanban", 12, 3)];

    const query = chooseWords(7, terms, 1_000_000);

    expect(query).toContain("'7wkanban'");
    expect(query).toContain("'7pissue'");
    expect(query).not.toMatch(/(^|\| )'7wcreate'/);
  });

  it("are the frequent words that weigh most if there are no others", () => {
    expect(chooseWords(7, [term("list", 200_000, 90_000)], 1_000_000)).toBe("'7plist'");
  });

  it("are none if no tool has one", () => {
    expect(chooseWords(7, [], 1_000_000)).toBe("");
  });

  it("are quoted", () => {
    expect(chooseWords(7, [term("it's \\ | b", 1, 1)], 10)).toBe(String.raw`'7wit''s \\ | b'`);
  });
});
