import type { Message } from "../../conversation/message.ts";
import type { MessageWriter, WrittenMessages } from "../wire-messages/message-writer.ts";
import type { Decision } from "./decide.ts";

/** The conversation, repaired, with references in the form that the loader's upstream knows and the turn boundaries it needs. */
export function writeMessages(
  conversation: readonly Message[],
  question: Decision,
  writer: MessageWriter,
): WrittenMessages {
  const { plan, turnBoundary, reading, loader } = question;
  // With the feature off, a conversation that never used it is left unchanged.
  const isOurs = question.gate.isOn || reading.showsToolSearch || reading.boundary >= 0 || reading.isSnipped;
  if (!isOurs) return { messages: () => conversation, repairs: [] };
  return writer.write(conversation, reading.generation, { plan, loader, turnBoundary });
}
