import { describe, expect, it } from "vitest";
import { runInProcess } from "../../testing/run-in-process.ts";
import { createTemporaryFiles } from "../../testing/temporary-files.ts";

const files = createTemporaryFiles();
const skill = (name: string, description: string, more = "") =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\nDo ${name}.\nThen \u001b[31mrest.\n`;
files.write("skills/invoice/SKILL.md", skill("invoice", "How to write an invoice.", "shortId: inv\n"));
files.write("skills/letter/SKILL.md", skill("letter", "Kind words to a friend."));
files.write("toolcrib.json", JSON.stringify({ skills: { folders: ["./skills"] } }));
const run = { folder: files.folder };
const elsewhere = { folder: "/" };

describe("toolcrib skills", () => {
  it("lists the skills of toolcrib.json, with folders relative to the file", async () => {
    const config = `${files.folder}/toolcrib.json`;
    const { stdout, exitCode } = await runInProcess(["skills", "--config", config, "--json"], elsewhere);

    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      skills: [
        {
          name: "invoice",
          description: "How to write an invoice.",
          shortId: "inv",
          location: `${files.folder}/skills/invoice/SKILL.md`,
          isRemote: false,
        },
        expect.objectContaining({ name: "letter" }),
      ],
      problems: [],
    });
  });

  it("lists the skills shown for some words, and exits with 1 if there are none", async () => {
    const found = await runInProcess(["skills", "please", "write an invoice"], run);
    const none = await runInProcess(["skills", "zzz"], run);

    expect(found.stdout).toMatch(/^invoice \(inv\)/);
    expect(found.stdout).not.toContain("letter");
    expect([found.exitCode, none.exitCode]).toEqual([0, 1]);
    expect(none.stdout).toContain("0 of 2 skills match.");
  });

  it("prints the text of a skill, also by its short id, without control characters", async () => {
    const { stdout } = await runInProcess(["skills", "--load", "inv"], run);

    expect(stdout).toBe("Do invoice.\nThen  [31mrest.\n");
    expect((await runInProcess(["skills", "--load", "nothing"], run)).stderr).toContain("There is no skill");
  });

  it("reports skipped skills and missing folders", async () => {
    files.write("more/broken/SKILL.md", "no front matter");
    const { stderr, exitCode } = await runInProcess(["skills", "--skills", `${files.folder}/more`], run);
    const nothing = await runInProcess(["skills"], elsewhere);

    expect(exitCode).toBe(1);
    expect(stderr).toContain("expected front matter");
    expect(nothing.exitCode).toBe(2);
    expect(nothing.stderr).toContain("No skills found");
  });
});
