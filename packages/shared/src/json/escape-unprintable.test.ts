import { describe, expect, it } from "vitest";
import { escapeUnprintable } from "./escape-unprintable.ts";

describe("escapeUnprintable", () => {
  it.each([
    ["a control sequence", "\u001b[2J", "\\u001b[2J"],
    ["one of the other control characters", "\u009b31m\u007f", "\\u009b31m\\u007f"],
    ["a carriage return", "real\rfake", "real\\u000dfake"],
    ["a line separator", "a\u2028b", "a\\u2028b"],
    ["a turn of the writing direction", "a\u202eb\u2066c", "a\\u202eb\\u2066c"],
    ["a space without width", "send\u200b_mail\ufeff", "send\\u200b_mail\\ufeff"],
    ["words in tag characters", "a\u{e0068}", "a\\udb40\\udc68"],
    ["bytes in variation selectors", "a\ufe0f\ufe01\ufe02", "a\ufe0f\\ufe01\\ufe02"],
  ])("shows %s", (_what, text, shown) => {
    expect(escapeUnprintable(text)).toBe(shown);
  });

  it("leaves letters of every language, emoji, tabs and line feeds", () => {
    const text = "天気 é Ж 👩‍💻 ❤️ می‌خواهم\n\tend";
    expect(escapeUnprintable(text)).toBe(text);
  });

  it("does not change the meaning of JSON", () => {
    const value = { name: "\u009b31m\u200b\u{e0068}\u202e" };
    const line = escapeUnprintable(JSON.stringify(value));

    expect(JSON.parse(line)).toEqual(value);
    expect(line).toMatch(/^[\x20-\x7e]+$/);
  });
});
