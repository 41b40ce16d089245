import type { ContentBlock, Message, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import type { CataloguePlan } from "@toolcrib/core/engine";
import { oncePer } from "@toolcrib/shared/caches";
import { sha256 } from "../../hash/sha256.ts";
import { readRounds } from "./answer-rounds.ts";

/**
 * Makes sure that every deferred tool is found before it is called: if no search precedes its first call, one is inserted. So a
 * conversation whose hidden turns were forgotten, or that comes from elsewhere, still shows the model its tools. The result depends
 * only on the conversation: the next request has the same prefix, and every replica without memory writes the same. Calls in messages
 * that were sent before were refused, and stay as they are.
 */
export function recallFound(
  messages: readonly Message[],
  plan: CataloguePlan,
  searchToolName: string,
  sentBefore: ReadonlySet<Message> = new Set(),
): readonly Message[] {
  const found = new Set<string>();
  const recalled: Message[] = [];
  for (const message of messages) {
    const missing = new Set<string>();
    for (const block of typeof message.content === "string" ? [] : message.content) {
      for (const name of referencedBy(block)) found.add(name);
      const name = message.role === "assistant" && !sentBefore.has(message) ? calledBy(block) : undefined;
      if (name !== undefined && plan.deferredNames.has(name) && !found.has(name)) missing.add(name);
    }
    for (const name of missing) found.add(name);
    recalled.push(...(sentBefore.has(message) ? [message] : rewritten(message, [...missing].sort(), searchToolName)));
  }
  const isUnchanged = recalled.length === messages.length && recalled.every((each, index) => each === messages[index]);
  return isUnchanged ? messages : recalled;
}

/** The same message may occur in conversations that have found different tools, so the names are part of the key. */
const rewritingsOf = oncePer((_message: Message) => new Map<string, readonly Message[]>());

function rewritten(message: Message, names: readonly string[], searchToolName: string): readonly Message[] {
  if (message.role !== "assistant" || typeof message.content === "string") return [message];
  const byNames = rewritingsOf(message);
  const key = [searchToolName, ...names].join("\n");
  const made =
    byNames.get(key) ?? (names.length === 0 ? [unspliced(message)] : searched(message, names, searchToolName));
  byNames.set(key, made);
  return made;
}

/**
 * An answer whose hidden rounds were forgotten, with the thinking of only one round: the last one, if it calls tools. The API refuses
 * thinking of several answers in one message.
 */
function unspliced(message: Message): Message {
  const blocks = message.content as readonly ContentBlock[];
  const { texts, lastThinking, rest, isSpliced } = readRounds(blocks);
  if (!isSpliced) return message;
  const makesCalls = rest.some((block) => calledBy(block) !== undefined);
  return { ...message, content: [...(makesCalls ? lastThinking : []), ...texts, ...rest] };
}

/** An answer with a search before its calls. With thinking on, a turn starts with thinking, so the first thinking goes before the search. */
function searched(message: Message, names: readonly string[], searchToolName: string): readonly Message[] {
  const blocks = message.content as readonly ContentBlock[];
  const { firstThinking, texts, lastThinking, rest, isSpliced } = readRounds(blocks);
  const { call, result } = searchFor(names, blocks, searchToolName);
  const search: Message = { role: "assistant", content: [...firstThinking, call] };
  const content = isSpliced ? [...lastThinking, ...texts, ...rest] : rest;
  const isWhole = content.length === blocks.length;
  return [search, { role: "user", content: [result] }, isWhole ? message : { ...message, content }];
}

function searchFor(
  names: readonly string[],
  blocks: readonly ContentBlock[],
  searchToolName: string,
): { readonly call: ToolUseBlock; readonly result: ToolResultBlock } {
  // Made of calls alone: clients drop thinking and join texts later on.
  const seed = [...names, ...blocks.flatMap((block) => (block as { readonly id?: string }).id ?? [])].join("\n");
  const id = `toolu_found_${sha256(seed, "hex").slice(0, 24)}`;
  const input = { query: `select:${names.join(",")}` };
  const content = names.map((tool_name) => ({ type: "tool_reference", tool_name }) as ContentBlock);
  return {
    call: { type: "tool_use", id, name: searchToolName, input },
    result: { type: "tool_result", tool_use_id: id, content },
  };
}

function calledBy(block: ContentBlock): string | undefined {
  return block.type === "tool_use" ? (block as ToolUseBlock).name : undefined;
}

function referencedBy(block: ContentBlock): readonly string[] {
  if (block.type !== "tool_result") return [];
  const { content } = block as ToolResultBlock;
  if (typeof content !== "object") return [];
  return content.flatMap((part) => {
    const { type, tool_name: name } = part as { readonly type: string; readonly tool_name?: string };
    return type === "tool_reference" && name !== undefined ? [name] : [];
  });
}
