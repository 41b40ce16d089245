import type { ModelFamily } from "../02-model-support/model-family.ts";
import type { CataloguePlan } from "../05-deferral-decision/catalogue-plan.ts";
import type { ConversationReading } from "../06-found-tools/conversation-reader.ts";
import { type Announcement, writeAnnouncement } from "../conversation/announcement-text.ts";
import { blocksOf, type Message, takesUserText, textBlock } from "../conversation/message.ts";
import { hasReferences } from "../conversation/turn-boundary/turn-boundary.ts";
import { continueList } from "../list/continued-list.ts";
import { announcementDelta, announcementForm } from "./announcement-delta.ts";

/** What the announcement depends on. */
export interface AnnouncementQuestion {
  readonly plan: CataloguePlan;
  readonly reading: ConversationReading;
  readonly messages: readonly Message[];
  readonly family: ModelFamily;
  readonly searchToolName: string;
  readonly budgetTokens: number;
  readonly thread: "main" | "subagent";
  /** Whether a message with references must have no text. */
  readonly avoidsReferences: boolean;
}

/** What was announced, and the conversation that holds it. */
export interface AnnouncementAnswer {
  readonly announcement: Announcement;
  readonly conversation: readonly Message[];
  /** Whether it starts from zero in a running conversation: earlier announcements were dropped. */
  readonly isDefect: boolean;
}

/** Step 9, `delta`. What changed since the announcements in the conversation, appended to it; nothing if nothing changed. */
export function announceDelta(question: AnnouncementQuestion): AnnouncementAnswer | undefined {
  const { plan, reading, messages, family } = question;
  const announcement = announcementDelta(plan, reading.announced, question.budgetTokens);
  if (announcement === undefined) return undefined;
  const text = writeAnnouncement(announcement, question.searchToolName, family.wrapReminder);
  const conversation = hasPlace(question) ? place(text, messages, family) : undefined;
  return conversation === undefined ? undefined : { announcement, conversation, isDefect: isDefect(question) };
}

/** Whether text can be added: never between a call and its result, before the assistant has stopped, or next to references. */
export function hasPlace({ messages, family, avoidsReferences }: AnnouncementQuestion): boolean {
  const spoken = messages.slice(0, messages.findLastIndex(({ role }) => role !== "system") + 1);
  const last = spoken.at(-1);
  if (last === undefined || !takesUserText(spoken)) return false;
  return !avoidsReferences || family.announceIn === "system" || !hasReferences(last);
}

/** Appends to the conversation, after or inside the last user message. */
function place(text: string, messages: readonly Message[], family: ModelFamily): readonly Message[] {
  if (family.announceIn === "system") {
    return continueList(messages, [{ role: "system", content: [textBlock(text)] }]);
  }
  const position = messages.findLastIndex(({ role }) => role !== "system");
  const target = messages[position] as Message;
  return messages.with(position, { ...target, content: [...blocksOf(target), textBlock(text)] });
}

function isDefect({ thread, reading, messages }: AnnouncementQuestion): boolean {
  const { announced, boundary, isSnipped } = reading;
  if (thread !== "main" || isSnipped || announced.names.size > 0 || announced.counts.size > 0) return false;
  return messages.findLastIndex(({ role }) => role === "assistant") > boundary;
}

/** Step 9, `list`. All deferred names in front of the first user message, the same in every request while the catalogue stays. */
export function announceList(messages: readonly Message[], question: AnnouncementQuestion): readonly Message[] {
  const { plan, family } = question;
  const position = messages.findIndex(({ role }) => role === "user");
  const target = messages[position];
  if (target === undefined || plan.deferred.length === 0) return messages;
  const form = announcementForm(plan, question.budgetTokens);
  const announcement = { ...form, removedNames: [], removedServers: [], total: plan.deferred.length };
  const text = writeAnnouncement(announcement, question.searchToolName, family.wrapReminder);
  return messages.with(position, { ...target, content: insertAfterResults(target, text) });
}

/** Results must come first in a message. */
function insertAfterResults(message: Message, text: string): Message["content"] {
  const blocks = blocksOf(message);
  const position = blocks.findLastIndex(({ type }) => type === "tool_result") + 1;
  return blocks.toSpliced(position, 0, textBlock(text));
}
