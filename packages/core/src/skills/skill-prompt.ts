import { type ContentBlock, textBlock } from "../conversation/message.ts";
import { discoverSkillsToolName, skillToolName } from "./skill-tools.ts";

/** The system prompt text about skills. Constant, because it is part of the cached prefix. */
export const skillsSentence: string = `Skills are written instructions for kinds of work: where one fits, load it with ${skillToolName} and follow it; ${discoverSkillsToolName} finds more.`;

type System = string | readonly ContentBlock[] | undefined;

/** The system prompt with the sentence appended. */
export function withSkillsSentence(system: System): string | readonly ContentBlock[] {
  if (system === undefined || system.length === 0) return skillsSentence;
  return typeof system === "string" ? `${system}\n\n${skillsSentence}` : [...system, textBlock(skillsSentence)];
}
