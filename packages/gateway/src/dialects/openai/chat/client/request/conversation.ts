import type { ContentBlock, Message } from "@toolcrib/core";
import { describeValue } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import { pairCalls } from "../../../shared/pair-calls.ts";
import { invalid, wrongType } from "../../../shared/parameter-errors.ts";
import { type Fields, isAbsent, nameAt } from "../../../shared/read-values.ts";
import { systemAfterUser } from "../../../shared/system-after-user.ts";
import { toolAdditions } from "../../../shared/tool-additions.ts";
import { rememberOrigin, rememberOwner } from "../../wire/origins.ts";
import { assistantBlocks } from "./assistant-blocks.ts";
import { contentBlocks } from "./content-parts.ts";
import { type ReadTool, toAddedTools } from "./tools.ts";

/** Tools that a system message brings: an extension of Kimi. */
export interface AddedTools {
  /** Whether it is the first message. */
  readonly isFirst: boolean;
  readonly tools: readonly ReadTool[];
}

interface Conversation {
  readonly system: readonly ContentBlock[];
  readonly messages: readonly Message[];
  readonly added: readonly AddedTools[];
}

interface PairedMessages {
  /** What the system says first. */
  readonly opening: readonly Fields[];
  readonly system: readonly ContentBlock[];
  readonly turns: readonly Translated[];
  readonly added: readonly AddedTools[];
}

interface Turn {
  /** The position of its first message. */
  readonly start: number;
  readonly parts: readonly Fields[];
}

const systemRoles: ReadonlySet<unknown> = new Set(["system", "developer"]);
const roles: ReadonlySet<unknown> = new Set(["system", "developer", "user", "assistant", "tool"]);

/** The conversation in the inner form: what the system says first is the system prompt, and what it says later stays in its place. */
export function toConversation(messages: readonly unknown[]): Conversation {
  if (messages.length === 0) throw invalid("messages", "expected at least one message");
  const { system, turns, added } = pairMessages(messages);
  const spoken = turns.flatMap((turn) => turn.messages);
  if (spoken.length === 0) throw invalid("messages", "expected at least one message of the user");
  return { system, messages: pairCalls(systemAfterUser(spoken), "messages"), added };
}

/** A conversation beside what it becomes in the inner form: the same messages give the same objects. */
export function pairMessages(messages: readonly unknown[]): PairedMessages {
  const checked = messages.map(checkMessage);
  const spoken = checked.findIndex(({ role }) => !systemRoles.has(role));
  const start = spoken === -1 ? checked.length : spoken;
  const opening = checked.slice(0, start);
  const added = checked.flatMap((message, position): readonly AddedTools[] => {
    if (!bringsTools(message)) return [];
    return [{ isFirst: position < start, tools: toAddedTools(message["tools"], `messages[${position}].tools`) }];
  });
  return {
    opening,
    system: opening.flatMap((message, position) => (bringsTools(message) ? [] : textBlocks(message, position))),
    turns: turnsOf(checked, start).map((turn) => ({ parts: turn.parts, messages: toMessages(turn) })),
    added,
  };
}

function checkMessage(message: unknown, position: number): Fields {
  const field = `messages[${position}]`;
  if (!isRecord(message)) throw wrongType(field, "an object", message);
  const { role } = message;
  if (!roles.has(role)) throw invalid(`${field}.role`, `expected ${[...roles].join(", ")}, got ${describeValue(role)}`);
  return message;
}

/** The results of calls, and what the user says right after them, are one turn: upstreams want all results in the next message. */
function turnsOf(messages: readonly Fields[], opening: number): readonly Turn[] {
  const turns: { start: number; parts: Fields[] }[] = [];
  for (let position = opening; position < messages.length; position++) {
    const message = messages[position] as Fields;
    const last = turns.at(-1);
    const goesOn =
      last?.parts.at(-1)?.["role"] === "tool" && (message["role"] === "tool" || message["role"] === "user");
    if (goesOn) last.parts.push(message);
    else turns.push({ start: position, parts: [message] });
  }
  return turns;
}

interface Translated {
  readonly parts: readonly Fields[];
  readonly messages: readonly Message[];
}

/** By the first message of a turn. Module-level, because the result depends on the messages alone: the reader gives earlier messages the same identity in every request of a conversation. */
const translated = new WeakMap<Fields, Translated>();

function toMessages({ start, parts }: Turn): readonly Message[] {
  const first = parts[0] as Fields;
  const known = translated.get(first);
  if (known?.parts.length === parts.length && known.parts.every((part, at) => part === parts[at]))
    return known.messages;
  const messages = translate(first["role"], start, parts);
  translated.set(first, { parts, messages });
  return messages;
}

function translate(role: unknown, start: number, parts: readonly Fields[]): readonly Message[] {
  const first = parts[0] as Fields;
  if (role === "assistant") {
    const content = assistantBlocks(first, `messages[${start}]`);
    // An answer that says nothing: upstreams refuse an empty message.
    return content.length === 0 ? [] : [{ role: "assistant", content }];
  }
  if (bringsTools(first)) {
    const names = toAddedTools(first["tools"], `messages[${start}].tools`).map(({ tool }) => tool.name);
    return names.length === 0 ? [] : [toolAdditions(names)];
  }
  if (systemRoles.has(role)) {
    const content = textBlocks(first, start);
    return content.length === 0 ? [] : [{ role: "system", content }];
  }
  if (role === "user" && typeof first["content"] === "string") return [{ role: "user", content: first["content"] }];
  return [{ role: "user", content: parts.flatMap((part, at) => userBlocks(part, `messages[${start + at}]`)) }];
}

function bringsTools({ role, tools }: Fields): boolean {
  return systemRoles.has(role) && !isAbsent(tools);
}

function textBlocks(message: Fields, position: number): readonly ContentBlock[] {
  return contentBlocks(message["content"], `messages[${position}].content`, ["text"]);
}

function userBlocks(message: Fields, field: string): readonly ContentBlock[] {
  const at = `${field}.content`;
  if (message["role"] === "user") {
    const blocks = contentBlocks(message["content"], at, ["text", "image_url", "file"]);
    rememberOwner(blocks, message);
    return blocks;
  }
  const tool_use_id = nameAt(message["tool_call_id"], `${field}.tool_call_id`);
  const given = message["content"];
  const content = typeof given === "string" ? given : contentBlocks(given, at, ["text", "image_url", "tool_reference"]);
  return [rememberOrigin({ type: "tool_result", tool_use_id, content } as ContentBlock, message)];
}
