import type { ContentBlock, Message, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import { oncePer } from "../caches/once-per.ts";
import { withBreakpointOf } from "./keep-breakpoint.ts";
import { innerCallOf, innerResultOf } from "./shown-blocks.ts";

/** A conversation as the model knows it, and the calls in it that still wait for the gateway's answer. */
export interface InnerConversation {
  readonly messages: readonly Message[];
  /** Calls of the last turn without a result: they are answered before the model goes on. */
  readonly pending: readonly ToolUseBlock[];
}

/** A message of the assistant in the inner form: results for calls before it, then turns of the model and what they were given. */
export interface InnerTurns {
  readonly leading: readonly ToolResultBlock[];
  readonly messages: readonly Message[];
  /** Results that the client does not know of, for the message after it. */
  readonly trailing: readonly ToolResultBlock[];
  /** Calls without a result in this message. */
  readonly open: readonly ToolUseBlock[];
}

/** Knows turns of which the client saw only a part, by their position in the conversation. */
type FindHidden = (position: number) => InnerTurns | undefined;

export interface InnerConversationOptions {
  readonly findHidden?: FindHidden | undefined;
  /** Whether the API's own blocks stay, for an upstream that knows them. */
  readonly keepsShown?: boolean | undefined;
}

/**
 * Turns what the API's side ran (searches, MCP calls) into ordinary calls and results, as the model made and got them: one answer
 * of several rounds becomes several turns again. A pending call's result goes before the client's own results.
 */
export function innerConversation(
  messages: readonly Message[],
  { findHidden, keepsShown = false }: InnerConversationOptions = {},
): InnerConversation {
  const inner: Message[] = [];
  let open: readonly ToolUseBlock[] = [];
  let endsInResults = false;
  for (const [position, message] of messages.entries()) {
    if (message.role === "assistant") {
      const hidden = findHidden?.(position);
      const turns = hidden ?? (keepsShown ? undefined : innerTurnsOf(message));
      if (turns !== undefined && turns.leading.length > 0) addResults(inner, turns.leading);
      inner.push(
        ...(hidden === undefined ? (turns?.messages ?? [message]) : withBreakpointOf(message, hidden.messages)),
      );
      if (turns !== undefined && turns.trailing.length > 0) inner.push({ role: "user", content: turns.trailing });
      open = turns?.open ?? [];
      endsInResults = inner.at(-1)?.role === "user";
    } else if (message.role === "user" && endsInResults) {
      inner[inner.length - 1] = joined(blocksOf(inner.at(-1) as Message), message);
      endsInResults = false;
    } else {
      inner.push(message);
    }
  }
  return { messages: inner, pending: open };
}

/** The conversation with the results of pending calls, before whatever the client sent after them. */
export function withResults(messages: readonly Message[], results: readonly ToolResultBlock[]): readonly Message[] {
  const inner = messages.slice();
  addResults(inner, results);
  return inner;
}

function addResults(inner: Message[], results: readonly ToolResultBlock[]): void {
  const position = inner.findLastIndex(({ role }) => role !== "system");
  const last = inner[position];
  if (last?.role !== "user") inner.splice(position + 1, 0, { role: "user", content: results });
  else inner[position] = { ...last, content: [...results, ...blocksOf(last)] };
}

/** Not `oncePer`: what a message is joined with differs from conversation to conversation, and the last one counts. */
const joins = new WeakMap<Message, { readonly results: readonly ContentBlock[]; readonly whole: Message }>();

/** The client's message behind results that it does not know of: the same object for the same parts, by which the engine knows it. */
function joined(results: readonly ContentBlock[], message: Message): Message {
  const known = joins.get(message);
  if (known?.results.length === results.length && known.results.every((each, index) => each === results[index])) {
    return known.whole;
  }
  const whole = { ...message, content: [...results, ...blocksOf(message)] };
  joins.set(message, { results, whole });
  return whole;
}

const innerTurnsOf = oncePer(makeInnerTurns);

/** Undefined for a message without anything that the gateway ran. */
function makeInnerTurns({ content, ...rest }: Message): InnerTurns | undefined {
  if (typeof content === "string" || !content.some(isOurs)) return undefined;
  const messages: Message[] = [];
  const leading: ToolResultBlock[] = [];
  const open = new Map<string, ToolUseBlock>();
  let said: ContentBlock[] = [];
  let results: ToolResultBlock[] = [];
  const flush = () => {
    if (said.length > 0) messages.push({ ...rest, content: said });
    if (results.length > 0) messages.push({ role: "user", content: results });
    said = [];
    results = [];
  };
  for (const block of content) {
    if (block.type === "mcp_tool_listing") continue;
    const result = innerResultOf(block);
    if (result !== undefined) {
      (open.delete(result.tool_use_id) ? results : leading).push(result);
      continue;
    }
    // The model went on after it got these results.
    if (results.length > 0) flush();
    const call = innerCallOf(block);
    if (call !== undefined) open.set(call.id, call);
    said.push(call ?? block);
  }
  flush();
  return { leading, messages, trailing: [], open: [...open.values()] };
}

function isOurs(block: ContentBlock): boolean {
  return block.type === "mcp_tool_listing" || innerCallOf(block) !== undefined || innerResultOf(block) !== undefined;
}

function blocksOf({ content }: Message): readonly ContentBlock[] {
  if (typeof content !== "string") return content;
  return content === "" ? [] : [{ type: "text", text: content } as ContentBlock];
}
