import { describe, expect, it } from "vitest";
import { stemEnglish } from "./stem-english.ts";
import { termOf } from "./term.ts";

describe("stemEnglish", () => {
  it.each([
    [["issue", "issues"]],
    [["delete", "deletes", "deleted", "deleting", "deletion"]],
    [["run", "runs", "running"]],
    [["query", "queries"]],
    [["class", "classes"]],
    [["search", "searching", "searched"]],
    [["send", "sender", "sending", "sends"]],
    [["file", "files", "filing"]],
    [["status"]],
    [["access"]],
    [["deploy", "deployment", "deployed"]],
    [["create", "creates", "created", "creating", "creation", "creator"]],
    [["update", "updating"]],
    [["translate", "translation"]],
    [["generate", "generation"]],
  ])("reduces the forms of a word to one stem: %j", (forms) => {
    expect(new Set(forms.map(stemEnglish)).size).toBe(1);
  });

  // Only one suffix is removed, and `-ation` is treated as that of a verb in `-ate`.
  it.fails.each([[["configure", "configuration"]], [["document", "documentation"]]])(
    "gives nouns in -ation of other verbs their verb's stem: %j",
    (forms) => {
      expect(new Set(forms.map(stemEnglish)).size).toBe(1);
    },
  );

  it("keeps apart what is not one word", () => {
    expect(stemEnglish("form")).not.toBe(stemEnglish("format"));
    expect(stemEnglish("bus")).toBe("bus");
    expect(stemEnglish("ping")).toBe("ping");
  });
});

describe("termOf", () => {
  it("is empty for stop words, in several languages", () => {
    for (const word of ["the", "para", "fur", "мне", "帮我", "を", "를"]) {
      expect(termOf(word), word).toBe("");
    }
  });

  it("stems English, cuts Cyrillic endings and keeps other words", () => {
    expect(termOf("issues")).toBe(stemEnglish("issues"));
    expect(termOf("портфеля")).toBe(termOf("портфель"));
    expect(termOf("法令")).toBe("法令");
  });

  it("truncates absurdly long terms", () => {
    expect(termOf("x".repeat(1_000))).toHaveLength(64);
    expect(termOf("法".repeat(1_000))).toHaveLength(64);
  });

  it("gives the same terms after it has forgotten what it remembered", () => {
    const before = termOf("repositories");
    for (let number = 0; number < 50_001; number++) termOf(`w${number}`);
    expect(termOf("repositories")).toBe(before);
  });
});
