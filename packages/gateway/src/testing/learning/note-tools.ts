import type { Tool } from "@toolcrib/core";
import type { KeyConfig } from "../../config/gateway-config.ts";
import { sha256 } from "../../hash/sha256.ts";

const noteTool = (name: string, description: string): Tool => ({
  name,
  description,
  input_schema: { type: "object", properties: {} },
});

/** Two tools that fit `noteQuery` about equally, and some that do not. */
export const noteTools: readonly Tool[] = [
  noteTool("mcp__chat__post", "Post a note to the team."),
  noteTool("mcp__wiki__share", "Share a note with the team."),
  noteTool("mcp__files__read", "Read a file."),
  noteTool("mcp__calendar__list_events", "List the events of a day."),
];
export const noteQuery = "note for the team";

/** A key of the config whose secret is its name. */
export function keyNamed(name: string, traits: Partial<KeyConfig> = {}): KeyConfig {
  return { name, sha256: sha256(name, "hex"), ...traits };
}
