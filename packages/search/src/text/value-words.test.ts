import { describe, expect, it } from "vitest";
import { hasNames, valueWords, withoutValues } from "./value-words.ts";

describe("valueWords", () => {
  it.each([
    ["how warm will it be in Porto", ["porto"]],
    ['play "Shape of You"', ["shape", "of", "you"]],
    ["write to ana@example.org about 11th street", ["ana", "example", "org", "11th"]],
    ["Send a mail", []],
  ])("are names, quoted texts, addresses and numbers: %j", (text, words) => {
    expect([...valueWords(text)]).toEqual(expect.arrayContaining(words));
    expect(valueWords(text).size).toBe(words.length);
  });
});

describe("withoutValues", () => {
  it.each([
    ["put on some Nina Simone", "put on some"],
    ["give Mrs Novak her 40 euros back", "give her euros back"],
    ["send ana@example.org the file", "send the file"],
    ["Send a mail", "Send a mail"],
  ])("leaves out names and numbers: %j", (text, rest) => {
    expect(
      withoutValues(text, () => false)
        .replace(/\s+/g, " ")
        .trim(),
    ).toBe(rest);
  });

  it("keeps a value that is asked about", () => {
    expect(withoutValues("open an issue on GitHub for Ana", (word) => word === "github").trim()).toBe(
      "open an issue on GitHub for",
    );
  });
});

describe("hasNames", () => {
  it.each(["how warm will it be in Porto", 'play "Shape of You"', "write to ana@example.org"])(
    "finds some in %j",
    (text) => {
      expect(hasNames(text)).toBe(true);
    },
  );

  it.each(["apricot 7 ladder", "Send 40 euros", "hat 1 hat 2 hat", ""])("finds none in %j", (text) => {
    expect(hasNames(text)).toBe(false);
  });

  it("says the same when asked again", () => {
    expect([hasNames("to Porto"), hasNames("to Porto")]).toEqual([true, true]);
  });
});
