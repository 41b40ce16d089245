import {
  blocksOf,
  hasPendingServerCall,
  isBlock,
  isServerCall,
  isServerResult,
  type Message,
} from "../conversation/message.ts";
import type { WireTool } from "../tools/tool.ts";

/** The names that the references of a request point at. */
export function referencedNames(messages: readonly Message[]): string[] {
  const text = JSON.stringify(messages, (key, value: unknown) => (key === "tool_changes" ? undefined : value));
  return [...text.matchAll(/"type":"tool_reference","(?:tool_name|name)":"([^"]+)"/g)].map(([, name]) => String(name));
}

/** The names in a list of tools. */
export function toolNames(tools: readonly WireTool[]): Set<string | undefined> {
  return new Set(tools.map(({ name }) => name));
}

/** What the API would say about calls and results that do not belong together. */
export function unpaired(messages: readonly Message[]): string[] {
  const problems: string[] = [];
  let open = new Set<string>();
  const servers = new Map<string, number>();
  for (const [position, message] of messages.entries()) {
    if (message.role === "assistant") {
      problems.push(...[...open].map((id) => `call ${id} has no result`));
      open = new Set(blocksOf(message).flatMap((block) => (isBlock(block, "tool_use") ? [block.id] : [])));
    }
    for (const block of blocksOf(message)) {
      if (isBlock(block, "tool_result") && !open.delete(block.tool_use_id))
        problems.push(`result ${block.tool_use_id} has no call`);
      if (isServerCall(block)) servers.set(block.id, position);
      if (isServerResult(block) && !servers.delete(block.tool_use_id))
        problems.push(`result ${block.tool_use_id} has no call`);
    }
  }
  const lastAssistant = messages.findLastIndex(({ role }) => role === "assistant");
  if (lastAssistant < messages.length - 1) problems.push(...[...open].map((id) => `call ${id} has no result`));
  problems.push(
    ...[...servers].filter(([, position]) => position < lastAssistant).map(([id]) => `call ${id} has no result`),
  );
  return problems;
}

/** Whether everything that was sent before is still there, byte for byte, and more came after it. */
export function isContinued(before: readonly unknown[], after: readonly unknown[]): boolean {
  return JSON.stringify(after).startsWith(JSON.stringify(before).slice(0, -1));
}

/** Messages that say something while a call to the API's side is pending: it takes nothing but results then. */
export function saidWhilePending(messages: readonly Message[]): readonly Message[] {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  const assistant = messages[last];
  if (assistant === undefined || !hasPendingServerCall(blocksOf(assistant))) return [];
  return messages.slice(last + 1).filter((message) => blocksOf(message).some(({ type }) => type !== "tool_result"));
}
