import { describe, expect, it } from "vitest";
import { isSentence } from "./is-sentence.ts";

describe("a text that people say", () => {
  it.each(["how warm will it be", "two more hours for sam", "show my tasks"])("is %s", (text) => {
    expect(isSentence(text)).toBe(true);
  });

  it.each(["create issue", "list pull requests", "send email"])("is not the name %s", (text) => {
    expect(isSentence(text)).toBe(false);
  });
});
