import type { Message } from "../conversation/message.ts";
import type { ReferenceForm } from "../repair/reference-form.ts";
import type { MessageWriter, WrittenMessages } from "../wire-messages/message-writer.ts";
import type { Decision } from "./decide.ts";

/** What decides how the conversation goes on the wire. */
interface WriteQuestion extends Decision {
  readonly bridgeToolName: string | undefined;
}

/** The conversation, repaired, with references in the form that the loader's upstream knows and the turn boundaries it needs. */
export function writeMessages(
  conversation: readonly Message[],
  question: WriteQuestion,
  writer: MessageWriter,
): WrittenMessages {
  const { plan, turnBoundary, reading, bridgeToolName } = question;
  // Off is off: a conversation that never met the feature is nothing of ours.
  const isOurs = question.gate.isOn || reading.showsToolSearch || reading.boundary >= 0 || reading.isSnipped;
  if (!isOurs) return { messages: () => conversation, repairs: [] };
  const form = referenceForm(question);
  return writer.write(conversation, reading.generation, { plan, form, turnBoundary, bridgeToolName });
}

function referenceForm({ gate, settings: { loader } }: WriteQuestion): ReferenceForm {
  if (!gate.isOn || loader === "append" || loader === "eager") return "text";
  return loader === "bridge" ? "definition" : "native";
}
