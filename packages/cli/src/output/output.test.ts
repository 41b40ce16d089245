import { describe, expect, it } from "vitest";
import { formatCountOf, formatDuration } from "./numbers.ts";
import { firstSentence, plainText, printableLine } from "./plain-text.ts";
import { createProgressBar } from "./progress-bar.ts";
import { createStyle, wantsColours } from "./style.ts";

describe("wantsColours", () => {
  it("is true on a terminal only", () => {
    expect(wantsColours(true, {})).toBe(true);
    expect(wantsColours(false, {})).toBe(false);
  });

  it("respects NO_COLOR, whatever it says, and a dumb terminal", () => {
    expect(wantsColours(true, { NO_COLOR: "0" })).toBe(false);
    expect(wantsColours(true, { NO_COLOR: "" })).toBe(true);
    expect(wantsColours(true, { TERM: "dumb" })).toBe(false);
  });
});

describe("createStyle", () => {
  it("leaves text alone without colours", () => {
    expect(createStyle(false).bold("x")).toBe("x");
    expect(createStyle(true).bold("x")).toBe("\u001b[1mx\u001b[22m");
  });
});

describe("plainText", () => {
  it("removes characters that control a terminal or the writing direction", () => {
    expect(plainText("a\u001b[2Jb\u009bc\r\nd\u202ee\u2066f")).toBe("a [2Jb c d e f");
  });

  it("shows invisible characters", () => {
    expect(plainText("send\u200b_mail\u{e0041}")).toBe("send\\u200b_mail\\udb40\\udc41");
  });

  it("keeps letters of every language and emoji", () => {
    expect(plainText("天気 é Ж 👩‍💻")).toBe("天気 é Ж 👩‍💻");
  });
});

describe("printableLine", () => {
  it("keeps our own styles, and no other sequence", () => {
    const bold = (text: string) => createStyle(true).bold(text);
    expect(printableLine(`${bold("a")}\u001b[2J\u001b]0;title\u0007\u001b[8m\u009b31m\rb`)).toBe(
      `${bold("a")}\\u001b[2J\\u001b]0;title\\u0007\\u001b[8m\\u009b31m\\u000db`,
    );
  });
});

describe("firstSentence", () => {
  it("ends after the first sentence, also in Chinese and Japanese", () => {
    expect(firstSentence("Send a mail. Returns its id.")).toBe("Send a mail.");
    expect(firstSentence("メールを送る。番号を返す。")).toBe("メールを送る。");
  });

  it("ends at an empty line if there is no full stop", () => {
    expect(firstSentence("Send a mail\n\nArgs:\n  to: who")).toBe("Send a mail");
  });

  it("cuts a sentence that does not end", () => {
    expect(firstSentence("x".repeat(500))).toBe(`${"x".repeat(160)}…`);
  });

  it("is empty for an empty description", () => {
    expect(firstSentence("")).toBe("");
  });
});

describe("createProgressBar", () => {
  it("draws at most about ten times a second and removes itself", () => {
    const lines: string[] = [];
    let time = 0;
    const bar = createProgressBar("Work", { showsProgress: true, redraw: (line) => lines.push(line) }, () => time);

    bar.update(0, 4);
    bar.update(1, 4);
    time = 100;
    bar.update(2, 4);
    bar.finish();

    expect(lines).toEqual(["Work ░░░░░░░░░░░░░░░░░░░░░░░░ 0 of 4", "Work ████████████░░░░░░░░░░░░ 2 of 4", ""]);
  });

  it("is silent without a terminal", () => {
    const lines: string[] = [];
    const bar = createProgressBar("Work", { showsProgress: false, redraw: (line) => lines.push(line) });

    bar.update(1, 2);
    bar.finish();

    expect(lines).toEqual([]);
  });
});

describe("formatDuration", () => {
  it("prints about three digits", () => {
    expect([0.4213, 12.4, 999, 3141].map(formatDuration)).toEqual(["0.42 ms", "12 ms", "999 ms", "3.1 s"]);
  });
});

describe("formatCountOf", () => {
  it("counts in words", () => {
    expect(formatCountOf(1, "query", "queries")).toBe("1 query");
    expect(formatCountOf(44380, "tool")).toBe("44,380 tools");
  });
});
