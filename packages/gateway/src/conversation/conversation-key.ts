import { createHash } from "node:crypto";
import type { ContentBlock, Message } from "@toolcrib/core";
import type { ClientRequest } from "../contracts/turn.ts";

const keys = new WeakMap<Message, string>();

/**
 * What tells one conversation from another, so far as its beginning tells: who asks, and the first thing the user said.
 * Cache breakpoints move from turn to turn and are no part of it.
 */
export function conversationKey({ body, credentials, caller = "" }: ClientRequest): string {
  const first = body.messages.find(({ role }) => role === "user");
  const token = credentials.apiKey ?? credentials.authorization ?? "";
  return digest(JSON.stringify([caller, token, first === undefined ? "" : textKey(first)])).slice(0, 32);
}

function textKey(message: Message): string {
  let key = keys.get(message);
  if (key === undefined) {
    const { content } = message;
    key = digest(typeof content === "string" ? content : content.map(blockText).join("\n"));
    keys.set(message, key);
  }
  return key;
}

function blockText(block: ContentBlock): string {
  if (block.type === "text") return (block as { readonly text?: string }).text ?? "";
  return JSON.stringify(block, (field, value: unknown) => (field === "cache_control" ? undefined : value));
}

/** What tells one turn of the assistant from another: its words and its calls. Clients drop thinking and other fields. */
export function turnKey(blocks: string | readonly ContentBlock[]): string {
  if (typeof blocks === "string") return digest(`text ${blocks.trim()}`);
  let key = turnKeys.get(blocks);
  if (key === undefined) {
    key = makeTurnKey(blocks);
    turnKeys.set(blocks, key);
  }
  return key;
}

const turnKeys = new WeakMap<readonly ContentBlock[], string>();

function makeTurnKey(blocks: readonly ContentBlock[]): string {
  const parts = blocks.flatMap((block) => {
    const { text, id, tool_use_id: answered } = block as { text?: string; id?: string; tool_use_id?: string };
    if (block.type === "text") return text?.trim() === "" ? [] : [`text ${text?.trim()}`];
    return id === undefined && answered === undefined ? [] : [`${block.type} ${id ?? answered}`];
  });
  return digest(parts.join("\n"));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
