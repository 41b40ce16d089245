import { type RequestBody, renderPrompt, type WireBlock } from "@toolcrib/anthropic/testing";
import type { ChatMessage, ChatRequest } from "../../src/testing/chat/chat-request.ts";

/** A prompt in the order of the cache: tools, system prompt, and then block by block, since caches know prompts to the token. */
export interface PromptParts {
  /** The first task in it: that tells conversations apart. */
  readonly conversation: string;
  readonly parts: readonly string[];
}

const firstTask = /<steps>.*?<\/steps>/s;

export function partsOfMessages(body: RequestBody): PromptParts {
  const [tools = "", system = ""] = renderPrompt(body);
  const definitions = new Map(body.tools?.map((tool) => [tool.name, JSON.stringify(tool)]));
  const blocks = body.messages.flatMap(({ role, content }) => {
    const list: readonly WireBlock[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
    return list.map((block) => {
      // A reference is where the model sees the definition.
      return partOf([role, block, referencedNames(block).map((name) => definitions.get(name))]);
    });
  });
  return { conversation: taskIn(blocks), parts: [tools, withoutBreakpoints(system), ...blocks] };
}

export function partsOfChat({ tools = [], messages }: ChatRequest): PromptParts {
  const system = messages[0]?.role === "system" ? messages[0] : undefined;
  const blocks = messages.slice(system === undefined ? 0 : 1).flatMap(blocksOfChat);
  return { conversation: taskIn(blocks), parts: [partOf(tools), partOf(system ?? null), ...blocks] };
}

function blocksOfChat({ role, content, tool_calls: calls, tool_call_id: id }: ChatMessage): readonly string[] {
  const texts = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
  return [...texts.map((text) => partOf([role, id, text])), ...(calls ?? []).map((call) => partOf([role, call]))];
}

function referencedNames({ content }: WireBlock): readonly string[] {
  if (!Array.isArray(content)) return [];
  return (content as readonly WireBlock[]).flatMap(({ type, tool_name: name }) =>
    type === "tool_reference" ? [String(name)] : [],
  );
}

function taskIn(blocks: readonly string[]): string {
  return blocks.map((block) => firstTask.exec(block)?.[0]).find((task) => task !== undefined) ?? "";
}

function partOf(value: unknown): string {
  return JSON.stringify(value, (field, inner: unknown) => (field === "cache_control" ? undefined : inner));
}

function withoutBreakpoints(json: string): string {
  return partOf(JSON.parse(json));
}
