import { describe, expect, it } from "vitest";
import { countAskingWords } from "./asking-words.ts";

describe("countAskingWords", () => {
  it.each([
    ["im at the supermarket, what do i need", 5],
    ["nobody should reach tiktok from the office", 2],
    ["What’s on for Monday?", 1],
    ["I’d like tea", 1],
    ["is main green", 1],
    ["Which pods run", 1],
  ])("counts words that speak to somebody: %j", (text, count) => {
    expect(countAskingWords(text)).toBe(count);
  });

  it.each([
    "",
    "cactus merge the moon softly",
    "github issue create",
    "12 %%",
    "the box of monday is",
    "blue which walked",
    "встреча",
    "meow",
  ])("finds none in %j", (text) => {
    expect(countAskingWords(text)).toBe(0);
  });
});
