import { describe, expect, it } from "vitest";
import { folderSkillSource, openSkillLibrary } from "../index.ts";
import { files, openLibrary } from "../testing/skill-fixtures.ts";
import { readSkillFile } from "./front-matter.ts";

describe("the library of skills", () => {
  it("E14.2, P5 reads a folder and a list of URLs through one contract, and reports what it cannot read", async () => {
    const { library } = await openLibrary();

    expect([...library.skills.values()].map(({ name, isRemote }) => [name, isRemote])).toEqual([
      ["invoice", false],
      ["letter", false],
      ["translate", true],
    ]);
    expect(library.failures.map(({ location }) => location)).toEqual([
      "skills/broken/SKILL.md",
      "https://gone.example",
    ]);
    expect(library.skills.get("letter")?.description).toBe("Write a letter by hand.");
  });

  it("P1 does not take two skills of one name", async () => {
    const source = folderSkillSource("skills", files);

    await expect(openSkillLibrary([source, source])).rejects.toThrow(/The skill name "invoice" comes from two places/);
  });

  it("P1 says that there is no such skill", async () => {
    const { library } = await openLibrary();

    await expect(library.load("invoce")).rejects.toThrow(
      'There is no skill "invoce": expected one of the 3 that the library holds.',
    );
  });

  it.each([
    ["no front matter", /expected front matter between two lines of ---, got "no front matter"/],
    ["---\ndescription: x\n---\n", /expected a name, got undefined/],
    ["---\nname: Not Allowed\ndescription: x\n---\n", /expected a name of at most 64 lower-case letters/],
    ["---\nname: x\n---\n", /expected a description, got undefined/],
    ["---\nname: x\ndescription:\n---\n", /expected a description, got an empty string/],
  ])("P1 says what is wrong with the skill %j", (text, message) => {
    expect(() => readSkillFile(text, "x/SKILL.md")).toThrow(message);
  });

  it.each([
    ['"quoted: \\"text\\""', 'quoted: "text"'],
    ["'it''s'", "it's"],
    ["plain # comment", "plain"],
    ["|\n  two\n  lines", "two lines"],
    ["one\n  two", "one two"],
  ])("E14.1 reads the description %j", (written, read) => {
    expect(readSkillFile(`---\nname: x\ndescription: ${written}\nlicense: MIT\n---\n`, "x").description).toBe(read);
  });
});
