import { describe, expect, it } from "vitest";
import { idiomTable } from "./idiom-table.ts";
import { readIdioms } from "./read-idioms.ts";

describe("readIdioms", () => {
  it.each([
    ["let the team know I am late", "the team I am late notify send message"],
    ["Let Ana KNOW about the outage", "Ana about the outage notify send message"],
    ["what's on my schedule tomorrow", "what's tomorrow list calendar events appointments"],
    ["pull up the bbc homepage", "the bbc homepage open"],
    ["roll the deployment back", "the deployment undo revert earlier version"],
    ["who hasn't paid yet", "who yet unpaid invoices"],
    ["ship it, 812 passed", ", 812 passed approve merge deploy"],
    ["tell Priya I'm running late", "Priya I'm running late notify send message"],
    ["drop Sam a line and pull up his page", "Sam and his page send message open"],
  ])("translates %j into the words of tools", (text, plain) => {
    expect(readIdioms(text)).toBe(plain);
  });

  it.each([
    "",
    "create an issue",
    "pull request",
    "let me create a page",
    "knowledge base letters",
    "schedule a message",
    "tell me what Priya wrote",
    "tell apples from pears",
  ])("leaves %j alone", (text) => {
    expect(readIdioms(text)).toBeUndefined();
  });

  it("looks at most five words ahead for the end of a phrase", () => {
    expect(readIdioms("let one two three four five know")).toBeDefined();
    expect(readIdioms("let one two three four five six know")).toBeUndefined();
  });

  it("reads only the beginning of a long text, and never fails on odd ones", () => {
    expect(readIdioms(`${"word ".repeat(100)}pull up`)).toBeUndefined();
    expect(readIdioms("let ' ’ know\u0000 \ud800 __proto__ constructor know")).toBeDefined();
  });

  it("has no phrase that begins or ends with a gap, and none twice", () => {
    const phrases = idiomTable
      .trim()
      .split("\n")
      .map((line) => line.split(" = "));
    for (const [phrase, plain] of phrases) {
      expect(phrase).toMatch(/^[a-z/]+( (\*|[a-z/]+))*( (@|[a-z/]+))$/);
      expect(plain).toMatch(/^[a-z]+( [a-z]+)*$/);
    }
    expect(new Set(phrases.map(([phrase]) => phrase)).size).toBe(phrases.length);
  });
});
