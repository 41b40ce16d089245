import type { Message } from "@toolcrib/core";

/**
 * Moves what the system says after an answer behind the user's next message, because the Messages API accepts it only there. At the end
 * of a conversation it stays where it is.
 */
export function systemAfterUser(messages: readonly Message[]): readonly Message[] {
  const isMisplaced = ({ role }: Message, position: number) =>
    role === "system" && messages[position - 1]?.role === "assistant";
  if (!messages.some(isMisplaced)) return messages;
  const written: Message[] = [];
  let held: Message[] = [];
  for (const message of messages) {
    if (message.role === "system" && (held.length > 0 || written.at(-1)?.role === "assistant")) {
      held.push(message);
      continue;
    }
    written.push(message);
    if (message.role !== "user") continue;
    for (const each of held) written.push(each);
    held = [];
  }
  return [...written, ...held];
}
