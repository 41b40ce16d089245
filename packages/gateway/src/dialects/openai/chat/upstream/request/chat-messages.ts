import type { ContentBlock, Message } from "@toolcrib/core";
import type { MessagesBody } from "../../../../../contracts/inner-form.ts";
import { joinTexts } from "../../../../shared/blocks/block-text.ts";
import { blocksOf, spokenText, systemReminder } from "../../../../shared/blocks/message-blocks.ts";
import { textBlock } from "../../../shared/blocks.ts";
import { writeAssistantMessage } from "./assistant-message.ts";
import { type ChatPart, textPart } from "./media-parts.ts";
import type { ChatMessage, MessageContext } from "./message-context.ts";
import { toolsMessage, userMessage, writeUserMessages } from "./user-messages.ts";

/** The conversation on the wire. Each message depends on itself and on those before it, so the beginning stays the same. */
export function writeMessages(
  { system, messages }: Pick<MessagesBody, "system" | "messages">,
  context: MessageContext,
): readonly ChatMessage[] {
  const written: ChatMessage[] = [...writeSystem(system, context)];
  const place = new SystemTexts(written, context);
  const say = (): void => {
    const message = userMessage([textPart(place.takePending())]);
    if (message !== undefined) written.push(message);
  };
  for (const message of messages) {
    const own =
      isInPlace(message, context) && context.deferred.takesOwn(message)
        ? context.client?.messagesOf(message, {
            keepsSystem: !context.refusedRoles.includes("system"),
            keepsTools: context.deferred.loading === "message",
          })
        : undefined;
    if (own !== undefined) {
      say();
      context.deferred.load(context.deferred.additionsIn(message));
      for (const each of own) written.push(each);
      for (const id of own.flatMap(callIdsOf)) context.callIds.set(id, id);
      continue;
    }
    const blocks = blocksOf(message);
    if (message.role === "system") {
      written.push(...toolsMessage(context.deferred.additionsIn(message), context));
      place.add(spokenText(message.content));
    } else if (message.role === "assistant") {
      say();
      const answer = writeAssistantMessage(blocks, context);
      if (answer !== undefined) written.push(answer);
    } else {
      const pending = place.takePending();
      const said = pending === "" ? blocks : [...blocks, textBlock(pending)];
      for (const each of writeUserMessages(said, context)) written.push(each);
    }
  }
  say();
  return written;
}

/** The system prompt: one message, or the client's own where it speaks this dialect. */
function writeSystem(system: MessagesBody["system"], { client }: MessageContext): readonly ChatMessage[] {
  const own = client?.opening(system);
  const text = spokenText(own === undefined ? (system ?? []) : (own.added as readonly ContentBlock[]));
  return [...(own?.messages ?? []), ...(text === "" ? [] : [{ role: "system", content: text }])];
}

/** Whether a message may stand where the client put it. */
function isInPlace({ role }: Message, { refusedRoles }: MessageContext): boolean {
  return role !== "system" || !refusedRoles.includes("system");
}

function callIdsOf({ tool_calls: calls }: ChatMessage): readonly string[] {
  const list: readonly { readonly id?: unknown }[] = Array.isArray(calls) ? calls : [];
  return list.flatMap(({ id }) => (typeof id === "string" ? [id] : []));
}

/**
 * Keeps system messages in place, or appends them to the user message before them; the rest goes into the next one. Only what comes
 * before a message decides, so that it is in the same place in the next request.
 */
class SystemTexts {
  readonly #written: ChatMessage[];
  readonly #context: MessageContext;
  #pending: string[] = [];
  /** The parts of the last user message, once they are not the client's list any more. */
  #parts: ChatPart[] | undefined;

  constructor(written: ChatMessage[], context: MessageContext) {
    this.#written = written;
    this.#context = context;
  }

  /** The text that waits for the next message of the user, which has it from then on. */
  takePending(): string {
    const text = joinTexts(this.#pending);
    if (this.#pending.length > 0) this.#pending = [];
    return text;
  }

  add(text: string): void {
    if (text === "") return;
    const { traits, refusedRoles } = this.#context;
    const written = this.#written;
    const last = written.at(-1);
    if (traits.takesSystemMessagesInPlace && !refusedRoles.includes("system")) {
      written.push({ role: "system", content: text });
    } else if (last?.role === "tool") {
      written.push({ role: "user", content: systemReminder(text) });
    } else if (last?.role === "user") {
      this.#append(last, textPart(systemReminder(text)));
    } else {
      this.#pending.push(systemReminder(text));
    }
  }

  #append(last: ChatMessage, part: ChatPart): void {
    const content = last["content"] as string | readonly ChatPart[];
    if (content !== this.#parts) {
      this.#parts = typeof content === "string" ? [textPart(content)] : [...content];
      this.#written[this.#written.length - 1] = { ...last, content: this.#parts };
    }
    this.#parts?.push(part);
  }
}
