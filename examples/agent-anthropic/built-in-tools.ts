import type { Tool } from "@toolcrib/core";

const schema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };

/** The agent's own tools: always in the prompt. */
export const builtInTools: readonly Tool[] = [
  { name: "Bash", description: "Runs a command.", input_schema: schema },
  { name: "Note", description: "Writes a note for later.", input_schema: schema },
  { name: "AskUser", description: "Asks the user a question.", input_schema: schema },
];
