import { existsSync } from "node:fs";
import { prefetchSkills, type SkillLibrary, type SkillSummary, skillIndexOf } from "@toolcrib/core/skills";
import { configSecrets, loadConfig } from "@toolcrib/gateway";
import { openSkills } from "@toolcrib/mcp/skills";
import { type ExitCode, exitCodes } from "../../command-line/exit-codes.ts";
import { CommandError } from "../../errors/command-error.ts";
import type { Output } from "../../output/console-output.ts";
import { plainText } from "../../output/plain-text.ts";

/** The options of `toolcrib skills`. */
export interface SkillsOptions {
  readonly config?: string;
  readonly skills?: readonly string[];
  readonly load?: string;
  readonly json?: true;
}

const ownFile = "toolcrib.json";
/** Nobody waits for the model here, so the index may take its time. */
const searchMilliseconds = 60_000;

/** Prints skills. */
export async function runSkills(words: string, options: SkillsOptions, output: Output): Promise<ExitCode> {
  const library = await openLibrary(options, output);
  if (options.load !== undefined) {
    return printSkill(options.load, library, options, output);
  }
  const skills = words.trim() === "" ? [...library.skills.values()] : await fittingSkills(words, library);
  if (options.json) {
    const { failures } = library;
    output.print(JSON.stringify({ ...(words === "" ? {} : { words }), skills, problems: failures }));
  } else {
    for (const { name, shortId, description, location } of skills) {
      const id = shortId === undefined ? "" : ` (${shortId})`;
      output.print(`${output.style.bold(name)}${id}  ${output.style.dim(plainText(location))}`);
      output.print(`    ${plainText(description)}`);
    }
    const found = `${skills.length} of ${library.skills.size} skills`;
    output.print(output.style.dim(words === "" ? `${library.skills.size} skills.` : `${found} match.`));
    for (const { location, reason } of library.failures) {
      output.warn(`the skill at ${location} is skipped: ${reason}`);
    }
  }
  const isFine = skills.length > 0 && library.failures.length === 0;
  return isFine ? exitCodes.success : exitCodes.problemsFound;
}

async function openLibrary({ config, skills }: SkillsOptions, output: Output): Promise<SkillLibrary> {
  const file = config ?? (skills === undefined && existsSync(ownFile) ? ownFile : undefined);
  const loaded = await loadConfig({ file, flags: { skills } });
  output.hide(configSecrets(loaded));
  if (loaded.skills === undefined) {
    throw new CommandError("no_skills", { file: file ?? "no config" });
  }
  return openSkills(loaded.skills);
}

/** As the gateway and a session find them. */
async function fittingSkills(words: string, library: SkillLibrary): Promise<readonly SkillSummary[]> {
  const index = skillIndexOf(library);
  await index.ready();
  const prefetch = prefetchSkills([{ role: "user", content: words }], library, index, {
    timeoutMilliseconds: searchMilliseconds,
  });
  await prefetch.done;
  return prefetch.take();
}

async function printSkill(
  name: string,
  library: SkillLibrary,
  { json }: SkillsOptions,
  output: Output,
): Promise<ExitCode> {
  const skill = library.find(name);
  const text = await library.load(skill?.name ?? name);
  output.print(json && skill !== undefined ? JSON.stringify({ ...skill, text }) : plainLines(text));
  return exitCodes.success;
}

/** The text in its lines, without what could move the cursor or hide text. */
function plainLines(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, " ").trimEnd();
}
