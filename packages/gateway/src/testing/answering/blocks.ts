import type { ContentBlock, Message, Tool } from "@toolcrib/core";
import type { AnswerMessage } from "../../contracts/inner-form.ts";

const schema = { type: "object", properties: { city: { type: "string", description: "Where." } }, required: ["city"] };

/** A tool of a client. */
export function tool(name: string, traits: Partial<Tool> = {}): Tool {
  return { name, description: `Does ${name.replaceAll("_", " ")}.`, input_schema: schema, ...traits };
}

export function deferred(name: string, traits: Partial<Tool> = {}): Tool {
  return tool(name, { defer_loading: true, ...traits });
}

export const regexEntry: Tool = { type: "tool_search_tool_regex_20251119", name: "tool_search_tool_regex" };
export const bm25Entry: Tool = { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" };

export function block(fields: object): ContentBlock {
  return fields as ContentBlock;
}

export function user(...content: readonly (string | object)[]): Message {
  return { role: "user", content: content.map((part) => (typeof part === "string" ? text(part) : block(part))) };
}

export function text(value: string): ContentBlock {
  return block({ type: "text", text: value });
}

export function call(id: string, name: string, input: unknown = {}): ContentBlock {
  return block({ type: "tool_use", id, name, input });
}

export function result(id: string, content: string | readonly object[] = "done"): ContentBlock {
  return block({ type: "tool_result", tool_use_id: id, content });
}

/** The answer as the client sends it back. */
export function replayed({ content }: AnswerMessage): Message {
  return { role: "assistant", content };
}
