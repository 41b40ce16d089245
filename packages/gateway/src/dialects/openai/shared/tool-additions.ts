import type { ContentBlock, Message } from "@toolcrib/core";

/** A message that makes deferred tools available from its place on. */
export function toolAdditions(names: readonly string[]): Message {
  const content = names.map(
    (name) => ({ type: "tool_addition", tool: { type: "tool_reference", name } }) as ContentBlock,
  );
  return { role: "system", content };
}

const betas = ["mid-conversation-tool-changes-2026-07-01"];
const noBetas: readonly string[] = [];

/** The beta names that a conversation with such messages needs. */
export function betasOf(messages: readonly Message[]): readonly string[] {
  return messages.some(addsTools) ? betas : noBetas;
}

function addsTools({ role, content }: Message): boolean {
  return role === "system" && typeof content !== "string" && content.some(({ type }) => type === "tool_addition");
}
