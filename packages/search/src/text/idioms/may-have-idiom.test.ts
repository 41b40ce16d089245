import { describe, expect, it } from "vitest";
import { idioms } from "./idioms.ts";
import { mayHaveIdiom } from "./may-have-idiom.ts";
import { readIdioms } from "./read-idioms.ts";

/** Every way to write an idiom that differs in one place. */
function* written(): Generator<string> {
  for (const { places } of idioms()) {
    const words = places.map((place) => (place === undefined ? "one 2 three" : place === "@" ? "Ana" : [...place][0]));
    for (const [index, place] of places.entries()) {
      for (const word of place instanceof Set ? place : [words[index] as string]) {
        yield words.with(index, word).join(" ");
      }
    }
  }
}

describe("mayHaveIdiom", () => {
  it("is true of every idiom, in the middle of a text and in other spellings", () => {
    for (const idiom of written()) {
      expect(readIdioms(`please ${idiom} now`), idiom).toBeDefined();
      for (const text of [idiom.toUpperCase(), idiom.replace(" ", "2 "), idiom.replaceAll(" ", ", ")]) {
        expect(mayHaveIdiom(text), text).toBe(true);
      }
    }
  });

  it.each(["who hasn't paid yet", "Who hasn’t paid yet", "I can't make it", "what's going on with the build"])(
    "reads a contraction as one word: %j",
    (text) => {
      expect(mayHaveIdiom(text)).toBe(true);
    },
  );

  it.each(["", "create an issue", "know how to let", "up with it and pull", "文件"])("is false of %j", (text) => {
    expect(mayHaveIdiom(text)).toBe(false);
  });
});
