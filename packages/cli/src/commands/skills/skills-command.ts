import type { AddCommand } from "../../command-line/command-context.ts";
import { createSkillsOption } from "../../command-line/config-options.ts";
import { createJsonOption } from "../../command-line/options.ts";
import type { SkillsOptions } from "./run-skills.ts";

const help = `
Skills are in folders with a SKILL.md each, or at URLs (skills.urls of toolcrib.json). Without
--skills and --config it takes toolcrib.json of the current folder.

Examples:
  toolcrib skills --skills ./skills
  toolcrib skills "write an invoice" --config toolcrib.json
  toolcrib skills --load invoice --json

Exit status:
  0  there are skills    1  no skill fits, or one cannot be read    2  an option or a config is wrong`;

/** `toolcrib skills`: what skills there are, which fit some words, and what one says. */
export const addSkillsCommand: AddCommand = (program, context) => {
  program
    .command("skills")
    .description("list skills, those that are shown for some words, or the text of one")
    .argument("[words...]", "what a user may say; several arguments are joined with spaces")
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
