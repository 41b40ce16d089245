import type { ContentBlock, Message, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import { oncePer } from "@toolcrib/shared/caches";
import { withBreakpointOf } from "./keep-breakpoint.ts";
import { innerCallOf, innerResultOf } from "./shown-blocks.ts";

/** A conversation as the model sees it, and the calls in it that still need a result from the gateway. */
export interface InnerConversation {
  readonly messages: readonly Message[];
  /** Calls of the last turn without a result: they are answered before the model continues. */
  readonly pending: readonly ToolUseBlock[];
  /** Messages of hidden rounds. The upstream has them already, within the turn, so they must not change. */
  readonly sentBefore: ReadonlySet<Message>;
}

/**
 * An assistant message in the internal format: results for earlier calls, then the model's turns with their results.
 */
export interface InnerTurns {
  readonly leading: readonly ToolResultBlock[];
  readonly messages: readonly Message[];
  /** Results that the client does not know about, for the next message. */
  readonly trailing: readonly ToolResultBlock[];
  /** Calls in this message without a result. */
  readonly open: readonly ToolUseBlock[];
}

/** Looks up turns that the client saw only in part, by their position in the conversation. */
type FindHidden = (position: number) => InnerTurns | undefined;

export interface InnerConversationOptions {
  readonly findHidden?: FindHidden | undefined;
  /** Whether to keep the API's own blocks, for an upstream that supports them. */
  readonly keepsShown?: boolean | undefined;
}

/**
 * Turns server-side calls (searches, MCP calls) into ordinary calls and results, as the model saw them: one response
 * with several rounds becomes several turns again. A pending call's result goes before the client's own results.
 */
export function innerConversation(
  messages: readonly Message[],
  { findHidden, keepsShown = false }: InnerConversationOptions = {},
): InnerConversation {
  const inner: Message[] = [];
  const sentBefore = new Set<Message>();
  let open: readonly ToolUseBlock[] = [];
  let endsInResults = false;
  for (const [position, message] of messages.entries()) {
    if (message.role === "assistant") {
      const hidden = findHidden?.(position);
      const turns = hidden ?? (keepsShown ? undefined : innerTurnsOf(message));
      if (turns !== undefined && turns.leading.length > 0) addResults(inner, turns.leading);
      const shown = hidden === undefined ? (turns?.messages ?? [message]) : withBreakpointOf(message, hidden.messages);
      for (const each of shown) inner.push(each);
      if (hidden !== undefined) for (const each of beforeLastAnswer(shown)) sentBefore.add(each);
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
  return { messages: inner, pending: open, sentBefore };
}

/** The last answer of the model ended its turn: it has not been sent up yet. */
function beforeLastAnswer(messages: readonly Message[]): readonly Message[] {
  return messages.slice(
    0,
    messages.findLastIndex(({ role }) => role === "assistant"),
  );
}

/** The conversation with the results of pending calls, before anything the client sent after them. */
export function withResults(messages: readonly Message[], results: readonly ToolResultBlock[]): readonly Message[] {
  const inner = messages.slice();
  addResults(inner, results);
  return inner;
}

/** Results belong directly after their calls: the client may have said more since. */
function addResults(inner: Message[], results: readonly ToolResultBlock[]): void {
  const position = inner.findLastIndex(({ role }) => role === "assistant") + 1;
  const next = inner[position];
  if (next?.role !== "user") inner.splice(position, 0, { role: "user", content: results });
  else inner[position] = { ...next, content: [...results, ...blocksOf(next)] };
}

/** Not `oncePer`: a message is joined with different results in different conversations; the latest is kept. */
const joins = new WeakMap<Message, { readonly results: readonly ContentBlock[]; readonly whole: Message }>();

/**
 * The client's message after results that it does not know about: the same parts give the same object, because the
 * engine caches by identity.
 */
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

/** Undefined for a message without calls run by the gateway. */
function makeInnerTurns({ content, ...rest }: Message): InnerTurns | undefined {
  if (typeof content === "string" || !content.some(isOurs)) return undefined;
  const messages: Message[] = [];
  const leading: ToolResultBlock[] = [];
  const open = new Map<string, ToolUseBlock>();
  let pending: ContentBlock[] = [];
  let results: ToolResultBlock[] = [];
  const flush = () => {
    if (pending.length > 0) messages.push({ ...rest, content: pending });
    if (results.length > 0) messages.push({ role: "user", content: results });
    pending = [];
    results = [];
  };
  for (const block of content) {
    if (block.type === "mcp_tool_listing") continue;
    const result = innerResultOf(block);
    if (result !== undefined) {
      (open.delete(result.tool_use_id) ? results : leading).push(result);
      continue;
    }
    // The model continued after it got these results.
    if (results.length > 0) flush();
    const call = innerCallOf(block);
    if (call !== undefined) open.set(call.id, call);
    pending.push(call ?? block);
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
