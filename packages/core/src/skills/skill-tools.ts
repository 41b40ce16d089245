import type { Tool } from "../tools/tool.ts";

/** The names of the skill tools. */
export interface SkillToolNames {
  readonly discover: string;
  readonly load: string;
}

export const discoverSkillsToolName = "DiscoverSkills";
export const skillToolName = "Skill";
export const defaultSkillToolNames: SkillToolNames = { discover: discoverSkillsToolName, load: skillToolName };

/** Finds skills by purpose. */
export const discoverSkillsTool: Tool = {
  name: discoverSkillsToolName,
  description: "Finds skills: written instructions for kinds of work. Load one with Skill before following it.",
  input_schema: {
    type: "object",
    properties: {
      query: { type: "string", description: "What the work is about." },
      max_results: { type: "integer", description: "How many at most. Default: 5." },
    },
    required: ["query"],
  },
};

/** Loads one skill. */
export const skillTool: Tool = {
  name: skillToolName,
  description: "Loads a skill by its name and returns its instructions.",
  input_schema: {
    type: "object",
    properties: { name: { type: "string", description: "The name of the skill, or its short id." } },
    required: ["name"],
  },
};
