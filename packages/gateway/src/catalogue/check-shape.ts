import type { Message } from "@toolcrib/core";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { GatewayError } from "../errors/gateway-error.ts";

/** Module-level: the check depends on the message alone, and the same messages repeat with every turn. */
const known = new WeakSet<Message>();

/** Rejects anything that is not a conversation, so that later code does not need to check again. */
export function checkShape({ messages, tools }: MessagesBody): void {
  if (!Array.isArray(messages)) throw invalid("messages", "Input should be a valid list");
  if (tools !== undefined && tools !== null && !Array.isArray(tools))
    throw invalid("tools", "Input should be a valid list");
  messages.forEach((message, position) => {
    if (known.has(message)) return;
    checkMessage(message, `messages.${position}`);
    known.add(message);
  });
}

function checkMessage(message: unknown, field: string): void {
  if (typeof message !== "object" || message === null) throw invalid(field, "Input should be a valid dictionary");
  const { role, content } = message as { readonly role?: unknown; readonly content?: unknown };
  if (typeof role !== "string") throw invalid(`${field}.role`, "Input should be a valid string");
  if (typeof content === "string") return;
  if (!Array.isArray(content)) throw invalid(`${field}.content`, "Input should be a valid string or a list of blocks");
  for (const [index, block] of content.entries()) checkBlock(block, `${field}.content.${index}`);
}

function checkBlock(block: unknown, field: string): void {
  const type = typeof block === "object" && block !== null ? (block as { readonly type?: unknown }).type : undefined;
  if (typeof type !== "string") throw invalid(field, "Input should be a content block with a type");
}

function invalid(field: string, problem: string): GatewayError {
  return new GatewayError("invalid_body", { field, problem });
}
