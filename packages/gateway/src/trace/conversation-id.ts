import type { ContentBlock, Message } from "@toolcrib/core";
import { oncePer } from "@toolcrib/shared/caches";
import { sha256 } from "../hash/sha256.ts";

const maxBeginning = 4_096;

/**
 * Identifies a conversation across its requests: made of the sender (key name, client session id and user id) and the
 * first message's text. Conversations that the same sender starts with the same text share an id. It contains no
 * credentials, because it is displayed. Cache breakpoints, which move from turn to turn, do not change it.
 */
export function conversationId(messages: readonly Message[], sender: readonly string[]): string {
  const [first] = messages;
  if (first === undefined) return "";
  return `conv_${sha256(JSON.stringify([...sender, beginningOf(first)]), "hex").slice(0, 16)}`;
}

const beginningOf = oncePer(({ content }: Message) => sha256(textOf(content).slice(0, maxBeginning), "hex"));

function textOf(content: Message["content"]): string {
  if (typeof content === "string") return content;
  const text = content.map(textIn).join("\n");
  return text.trim() === "" ? content.map(({ type }) => type).join("\n") : text;
}

function textIn(block: ContentBlock): string {
  const { text } = block as { readonly text?: unknown };
  return typeof text === "string" ? text : "";
}
