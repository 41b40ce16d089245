import type { Message } from "@toolcrib/core";
import { sha256 } from "../hash/sha256.ts";
import { digestMessage, isSilent } from "./canonical-message.ts";

/** The history of an empty conversation. */
export const emptyHistory = "";

/** Not `oncePer`: a message can be part of several conversations; the latest is kept. */
const steps = new WeakMap<Message, { readonly before: string; readonly after: string }>();

/**
 * The hash of a conversation extended by this message: a chain, so that it covers every message up to here and their
 * order. A message already hashed after the same history is cached.
 */
export function extendHistory(before: string, message: Message): string {
  if (message.role !== "user" && message.role !== "assistant" && isSilent(message)) return before;
  const known = steps.get(message);
  if (known?.before === before) return known.after;
  const after = sha256(`${before} ${digestMessage(message)}`);
  steps.set(message, { before, after });
  return after;
}
