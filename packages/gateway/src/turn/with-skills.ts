import { discoverSkillsTool, skillTool, withSkillsSentence } from "@toolcrib/core/skills";
import { isRecord } from "@toolcrib/shared/json";
import type { MessagesBody } from "../contracts/inner-form.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Adds a sentence about skills to the system prompt, and excludes loaded skills from context editing. */
export function withSkills(body: MessagesBody): MessagesBody {
  const { context_management: management, system: given } = body as Fields;
  // Anything else gets its error from the engine.
  const isReadable = given === undefined || given === null || typeof given === "string" || Array.isArray(given);
  const written = isReadable ? { ...body, system: withSkillsSentence(body.system ?? undefined) } : body;
  if (!isRecord(management) || !Array.isArray(management["edits"])) return written;
  return { ...written, context_management: { ...management, edits: management["edits"].map(keepsSkills) } };
}

/** The API clears old results by tool name, and the client cannot exclude tools that it does not know. */
function keepsSkills(edit: unknown): unknown {
  if (!isRecord(edit) || typeof edit["type"] !== "string" || !edit["type"].startsWith("clear_tool_uses_")) return edit;
  const excluded = edit["exclude_tools"] ?? [];
  if (!Array.isArray(excluded)) return edit;
  return { ...edit, exclude_tools: [...excluded, discoverSkillsTool.name, skillTool.name] };
}
