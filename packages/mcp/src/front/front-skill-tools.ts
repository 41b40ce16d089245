import type { SkillToolNames } from "@toolcrib/core/skills";
import type { ListedTool } from "../lists/pooled-tool.ts";
import { inPrompt } from "./front-tools.ts";

/** The names of the front's skill tools. */
export const skillToolNames: SkillToolNames = { discover: "discover_skills", load: "load_skill" };

/** One sentence for the client's system prompt. */
export const skillsInstruction: string = `Skills are written instructions for kinds of work: where one fits, load it with ${skillToolNames.load} and follow it; ${skillToolNames.discover} finds more.`;

/** The two tools that find and load skills. */
export function frontSkillTools(count: number): readonly ListedTool[] {
  const annotations = { readOnlyHint: true, openWorldHint: false };
  return [
    {
      name: skillToolNames.discover,
      title: "Discover skills",
      description: `Finds skills, written instructions for kinds of work, among ${count}. Load one with ${skillToolNames.load} before following it.`,
      inputSchema: {
        type: "object",
        properties: {
          query: { type: "string", description: "What the work is about, in plain words." },
          max_results: { type: "integer", minimum: 1, description: "How many skills at the most. Default: 5." },
        },
        required: ["query"],
      },
      annotations,
      _meta: inPrompt,
    },
    {
      name: skillToolNames.load,
      title: "Load a skill",
      description: "Gives the instructions of a skill by its name or short id.",
      inputSchema: {
        type: "object",
        properties: { name: { type: "string", description: "The skill's name or short id." } },
        required: ["name"],
      },
      annotations,
      _meta: inPrompt,
    },
  ];
}
