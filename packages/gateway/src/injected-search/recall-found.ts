import { createHash } from "node:crypto";
import type { CataloguePlan, ContentBlock, Message, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";

/**
 * A conversation in which the model has found what it calls: where no search for a deferred tool stands before its first call, one
 * is put there. So a conversation whose hidden turns are forgotten, or that comes from elsewhere, still shows the model what it has;
 * and it depends on the conversation alone, so the next request has the same beginning.
 */
export function recallFound(
  messages: readonly Message[],
  plan: CataloguePlan,
  searchToolName: string,
): readonly Message[] {
  const found = new Set<string>();
  const recalled: Message[] = [];
  for (const message of messages) {
    const missing = new Set<string>();
    for (const block of typeof message.content === "string" ? [] : message.content) {
      for (const name of referencedBy(block)) found.add(name);
      const name = message.role === "assistant" ? calledBy(block) : undefined;
      if (name !== undefined && plan.deferredNames.has(name) && !found.has(name)) missing.add(name);
    }
    if (missing.size > 0) {
      recalled.push(...searchFor([...missing].sort(), message, searchToolName));
      for (const name of missing) found.add(name);
    }
    recalled.push(message);
  }
  return recalled.length === messages.length ? messages : recalled;
}

/** The same message may stand in conversations that have found different tools: the names are a part of the key. */
const searches = new WeakMap<Message, Map<string, readonly Message[]>>();

function searchFor(names: readonly string[], before: Message, searchToolName: string): readonly Message[] {
  const known = searches.get(before) ?? new Map<string, readonly Message[]>();
  searches.set(before, known);
  const key = [searchToolName, ...names].join("\n");
  let messages = known.get(key);
  if (messages === undefined) {
    const calls = typeof before.content === "string" ? [] : before.content;
    const seed = [...names, ...calls.map((block) => (block as { readonly id?: string }).id ?? "")].join("\n");
    const id = `toolu_found_${createHash("sha256").update(seed).digest("hex").slice(0, 24)}`;
    const call: ToolUseBlock = {
      type: "tool_use",
      id,
      name: searchToolName,
      input: { query: `select:${names.join(",")}` },
    };
    const references = names.map((tool_name) => ({ type: "tool_reference", tool_name }) as ContentBlock);
    const result: ToolResultBlock = { type: "tool_result", tool_use_id: id, content: references };
    messages = [
      { role: "assistant", content: [call] },
      { role: "user", content: [result] },
    ];
    known.set(key, messages);
  }
  return messages;
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
