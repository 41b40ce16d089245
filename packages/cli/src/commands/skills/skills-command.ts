import type { AddCommand } from "../../command-line/command-context.ts";
import { createSkillsOption } from "../../command-line/config-options.ts";
import { createJsonOption } from "../../command-line/options.ts";
import type { SkillsOptions } from "./run-skills.ts";

const help = `
Skills are folders with a SKILL.md, or URLs (skills.urls in toolcrib.json). Without --skills and
--config it uses toolcrib.json in the current folder.

Examples:
  toolcrib skills --skills ./skills
  toolcrib skills "write an invoice" --config toolcrib.json
  toolcrib skills --load invoice --json

Exit status:
  0  skills found    1  no skill matches, or one cannot be read    2  invalid option or config`;

/** `toolcrib skills`: what skills there are, which fit some words, and what one says. */
export const addSkillsCommand: AddCommand = (program, context) => {
  program
    .command("skills")
    .description("list skills, match them against a prompt, or print one")
    .argument("[words...]", "a prompt; several arguments are joined with spaces")
    .option("--config <file>", "toolcrib.json; default: the one in the current folder, if there is one")
    .addOption(createSkillsOption())
    .option("--load <name>", "print the text of a skill, by its name or short id")
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(async (words: string[], options: SkillsOptions) => {
      const { runSkills } = await import("./run-skills.ts");
      context.exitWith(await runSkills(words.join(" "), options, context.output));
    });
};
