import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { readSkillFile } from "./front-matter.ts";

const words = fc.stringMatching(/^[\w :#'"\\,.&*!|>{}[\]%@`äß–🙂-]{1,200}$/u).filter((text) => text.trim() !== "");
const stringTypes = ["PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE", "BLOCK_FOLDED", "BLOCK_LITERAL"] as const;
const onOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

describe("front matter", () => {
  it("P1 reads names and descriptions in every style that the yaml package writes", () => {
    const descriptions = fc.array(words, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(descriptions, fc.constantFrom(...stringTypes), (description, defaultStringType) => {
        const header = stringify(
          { name: "a", description, metadata: { name: "b" } },
          { defaultKeyType: "PLAIN", defaultStringType },
        );

        const file = readSkillFile(`---\n${header}---\nBody`, "a/SKILL.md");

        expect(onOneLine(file.description)).toBe(onOneLine(description));
        expect(file).toMatchObject({ name: "a", body: "Body" });
      }),
    );
  });

  it("P1 reads the escape sequences of double-quoted text", () => {
    const lines = [
      "---",
      "name: a",
      String.raw`description: "\x41\u00df\U0001F642 \"b\" one\ `.trimEnd(),
      '  two"',
      "---",
    ];
    const text = lines.join("\n");

    expect(readSkillFile(text, "a/SKILL.md").description).toBe('Aß🙂 "b" onetwo');
  });

  it.each([
    ["description: Use it for this: forms", "Use it for this: forms"],
    ["description: [beta] fills in forms", "[beta] fills in forms"],
    ["description: `pdf` fills in forms", "`pdf` fills in forms"],
  ])("P1 reads %j as intended, although it is not valid YAML", (line, description) => {
    expect(readSkillFile(`---\nname: a\n${line}\n---\n`, "a/SKILL.md").description).toBe(description);
  });

  it.each(["description: *x", "description: &x forms", "description: !!js/function forms"])(
    "P1 expands no alias and follows no tag: %j",
    (line) => {
      const text = `---\nname: a\n${line}\n---\n`;

      expect(`description: ${readSkillFile(text, "a/SKILL.md").description}`).toBe(line);
    },
  );
});
