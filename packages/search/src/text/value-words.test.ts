import { describe, expect, it } from "vitest";
import { valueWords, withoutValues } from "./value-words.ts";

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
