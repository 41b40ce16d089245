import type { Message } from "../conversation/message.ts";
import type { CataloguePlan } from "../deferral-decision/catalogue-plan.ts";
import type { ModelFamily } from "../model-support/model-family.ts";
import type { ReferenceForm } from "../repair/reference-form.ts";
import type { ResolvedSettings } from "../settings/resolve-settings.ts";
import { relocateText } from "../turn-boundary/turn-boundary.ts";
import type { MessageWriter, WrittenMessages } from "../wire-messages/message-writer.ts";

/** What decides how the conversation goes on the wire. */
export interface WriteQuestion {
  readonly isOn: boolean;
  readonly plan: CataloguePlan;
  readonly settings: ResolvedSettings;
  readonly family: ModelFamily;
  readonly bridgeToolName: string | undefined;
  /** Of the reading of this conversation. */
  readonly generation: number;
}

/** The conversation, repaired, with references in the form that the loader's upstream knows and the turn boundaries it needs. */
export function writeMessages(
  conversation: readonly Message[],
  { isOn, plan, settings, family, bridgeToolName, generation }: WriteQuestion,
  writer: MessageWriter,
): WrittenMessages {
  const form = referenceForm(isOn, settings);
  const boundary = form === "native" && family.needsTurnBoundary ? settings.turnBoundary : "none";
  const written = writer.write(conversation, generation, {
    plan,
    form,
    marksTurnBoundary: boundary === "text",
    bridgeToolName,
  });
  return boundary === "relocate" ? { ...written, messages: relocateText(written.messages) } : written;
}

function referenceForm(isOn: boolean, { loader }: ResolvedSettings): ReferenceForm {
  if (!isOn || loader === "append" || loader === "eager") return "text";
  return loader === "bridge" ? "definition" : "native";
}
