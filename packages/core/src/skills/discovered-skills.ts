import { checkMessages } from "../conversation/check-message.ts";
import { blocksOf, isBlock, type Message, type ToolResultBlock } from "../conversation/message.ts";
import { readSkillList } from "./skill-list.ts";
import { discoverSkillsToolName } from "./skill-tools.ts";

export const surfacedOpening = "<system-reminder>\nSkills that may help in this turn";

/** The skills that this conversation has shown to the model, including those before compactions. */
export function discoveredSkills(messages: readonly Message[]): ReadonlySet<string> {
  checkMessages(messages);
  const discovered = new Set(shownSkills(messages));
  for (const { compactMetadata } of messages) {
    for (const name of compactMetadata?.preCompactDiscoveredSkills ?? []) discovered.add(name);
  }
  return discovered;
}

/** The skills whose descriptions are in the conversation: surfaced ahead of a turn, or found by a skill search. */
export function shownSkills(messages: readonly Message[]): ReadonlySet<string> {
  const shown = new Set<string>();
  const searches = new Set<string>();
  for (const message of messages) {
    for (const block of blocksOf(message)) {
      if (isBlock(block, "tool_use") && block.name === discoverSkillsToolName) searches.add(block.id);
      for (const text of trustedTexts(message, block, searches)) {
        for (const name of readSkillList(text)) shown.add(name);
      }
    }
  }
  return shown;
}

/** Text from the model or a tool proves nothing: only our own lists count. */
function trustedTexts(
  message: Message,
  block: ReturnType<typeof blocksOf>[number],
  searches: ReadonlySet<string>,
): readonly string[] {
  if (message.role === "assistant") return [];
  if (isBlock(block, "text")) return block.text.startsWith(surfacedOpening) ? [block.text] : [];
  return isBlock(block, "tool_result") && searches.has(block.tool_use_id) ? textsOf(block) : [];
}

function textsOf({ content }: ToolResultBlock): readonly string[] {
  if (typeof content === "string") return [content];
  return (content ?? []).flatMap((part) => (isBlock(part, "text") ? [part.text] : []));
}
