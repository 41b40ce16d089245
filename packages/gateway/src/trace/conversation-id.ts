import { createHash } from "node:crypto";
import type { ContentBlock, Message } from "@toolcrib/core";

const ids = new WeakMap<Message, string>();
const longestBeginning = 4_096;

/**
 * The same for all requests of one conversation, so far as its beginning tells: made of the first message's text. Cache breakpoints,
 * which move from turn to turn, do not change it.
 */
export function conversationId(messages: readonly Message[]): string {
  const [first] = messages;
  if (first === undefined) return "";
  let id = ids.get(first);
  if (id === undefined) {
    const beginning = textOf(first.content).slice(0, longestBeginning);
    id = `conv_${createHash("sha256").update(beginning).digest("hex").slice(0, 16)}`;
    ids.set(first, id);
  }
  return id;
}

function textOf(content: Message["content"]): string {
  if (typeof content === "string") return content;
  const text = content.map(textIn).join("\n");
  return text.trim() === "" ? content.map(({ type }) => type).join("\n") : text;
}

function textIn(block: ContentBlock): string {
  const { text } = block as { readonly text?: unknown };
  return typeof text === "string" ? text : "";
}
