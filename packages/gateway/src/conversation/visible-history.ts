import type { Message } from "@toolcrib/core";
import { digestMessage, isSilent, sha256 } from "./canonical-message.ts";

/** A conversation without a message. */
export const emptyHistory = "";

/** Not `oncePer`: a message stands in several conversations, and the last one counts. */
const steps = new WeakMap<Message, { readonly before: string; readonly after: string }>();

/**
 * The hash of a conversation that goes on with this message: a chain, so that it stands for every message up to here and for their
 * order. A message that was hashed behind the same history before costs nothing.
 */
export function extendHistory(before: string, message: Message): string {
  if (message.role !== "user" && message.role !== "assistant" && isSilent(message)) return before;
  const known = steps.get(message);
  if (known?.before === before) return known.after;
  const after = sha256(`${before} ${digestMessage(message)}`);
  steps.set(message, { before, after });
  return after;
}
