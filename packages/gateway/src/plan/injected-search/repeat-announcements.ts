import type { ContentBlock, Message } from "@toolcrib/core";
import { isAnnouncement, type TextBlock } from "@toolcrib/core/conversation";
import type { CataloguePlan } from "@toolcrib/core/engine";
import { oncePer } from "@toolcrib/shared/caches";
import type { ConversationKeys } from "../../conversation/conversation-keys.ts";
import { sha256 } from "../../hash/sha256.ts";
import type { AnnouncedTools } from "../../memory/announced-tools.ts";
import type { AnswerContext } from "../../memory/answer-context.ts";
import type { Turn } from "../../turn/turn.ts";
import { type WrittenRequest, writeRequest } from "../../turn/write-request.ts";

const namesOf = oncePer((plan: CataloguePlan) => sha256([...plan.deferredNames].sort().join("\n")));

/** What the conversation was told, if that is not the list of its tools as they are now. */
export function outdatedAnnouncements(
  { announcedTools }: AnswerContext,
  keys: ConversationKeys,
  plan: CataloguePlan,
): AnnouncedTools | undefined {
  const announced = announcedTools.of(keys);
  if (announced === undefined) return undefined;
  return announced.changes.size > 0 || announced.names !== namesOf(plan) ? announced : undefined;
}

/** The client's messages with the announcements that they were sent with. */
export function withAnnouncements(
  messages: readonly Message[],
  { list, changes }: AnnouncedTools,
  keys: ConversationKeys,
): readonly Message[] {
  const first = messages.findIndex(({ role }) => role === "user");
  return messages.map((message, position) => {
    const texts = message.role === "user" ? (changes.get(keys.upTo(position)) ?? []) : [];
    const blocks = position === first ? insertAfterResults(blocksOf(message), list) : blocksOf(message);
    if (position !== first && texts.length === 0) return message;
    return { ...message, content: [...blocks, ...texts.map(textBlock)] };
  });
}

/** Announces what changed since, at the end of the conversation, and remembers it for the next request; undefined if the gate is off. */
export function announceChanges(turn: Turn, { announcedTools }: AnswerContext): Turn | undefined {
  const { conversation, keys, request } = turn;
  const { prepared } = writeRequest(turn, conversation);
  if (!prepared.gate.isOn) return undefined;
  if (prepared.conversation === conversation) return turn;
  const text = textsIn(prepared.conversation).at(-1) ?? "";
  const last = conversation.findLastIndex(({ role }) => role !== "system");
  const message = conversation[last];
  if (message === undefined || !isAnnouncement(text)) return turn;
  announcedTools.noteChange(keys, keys.upTo(request.body.messages.findLastIndex(({ role }) => role === "user")), text);
  return {
    ...turn,
    conversation: conversation.with(last, { ...message, content: [...blocksOf(message), textBlock(text)] }),
  };
}

/** Remembers the list that a request announces. */
export function noteAnnouncedList(
  turn: Turn,
  { prepared }: WrittenRequest,
  context: AnswerContext,
  plan: CataloguePlan,
): void {
  if (turn.execution !== "injected" || turn.settings.announcement !== "list" || !prepared.gate.isOn) return;
  if (turn.keys.session === undefined) return;
  const first = prepared.messages.find(({ role }) => role === "user");
  const list = first === undefined ? undefined : textsIn([first]).find(isAnnouncement);
  if (list !== undefined) context.announcedTools.noteList(turn.keys, { names: namesOf(plan), list });
}

/** Results must come first in a message. */
function insertAfterResults(blocks: readonly ContentBlock[], text: string): readonly ContentBlock[] {
  return blocks.toSpliced(blocks.findLastIndex(({ type }) => type === "tool_result") + 1, 0, textBlock(text));
}

function textsIn(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) =>
    blocksOf(message).flatMap((block) => (block.type === "text" ? [(block as TextBlock).text] : [])),
  );
}

function blocksOf({ content }: Message): readonly ContentBlock[] {
  return typeof content === "string" ? [textBlock(content)] : content;
}

function textBlock(text: string): ContentBlock {
  return { type: "text", text } as ContentBlock;
}
