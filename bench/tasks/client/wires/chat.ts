import { textOf } from "../../prompt/prompt.ts";
import type { AgentMessage, Block, Wire } from "../conversation.ts";
import { maxOutputTokens } from "./messages.ts";

interface ChatCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** OpenAI's Chat Completions. */
export const chatWire: Wire = {
  path: "/v1/chat/completions",
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  write: ({ model, system, tools, messages, fields }) => ({
    model,
    max_completion_tokens: maxOutputTokens,
    messages: [{ role: "system", content: system }, ...messages.flatMap(writeMessage)],
    ...(tools.length === 0 ? {} : { tools: tools.map(writeTool) }),
    ...fields,
  }),
  read({ choices }) {
    const [choice] = choices as readonly { readonly message: { content: string | null; tool_calls?: ChatCall[] } }[];
    const { content, tool_calls: calls = [] } = choice?.message ?? { content: null };
    return [
      ...(content === null || content === "" ? [] : [{ type: "text", text: content }]),
      ...calls.map(({ id, function: called }) => ({
        type: "tool_use",
        id,
        name: called.name,
        input: JSON.parse(called.arguments) as unknown,
      })),
    ];
  },
};

function writeTool({ name, description, input_schema: parameters }: Readonly<Record<string, unknown>>): object {
  return { type: "function", function: { name, ...(description === undefined ? {} : { description }), parameters } };
}

function writeMessage({ role, content }: AgentMessage): readonly object[] {
  const texts = content.flatMap((block) => (block.type === "text" ? [String(block["text"])] : []));
  if (role === "assistant") {
    const calls = content.filter(({ type }) => type === "tool_use");
    const tool_calls = calls.map(({ id, name, input }) => ({
      id,
      type: "function",
      function: { name, arguments: JSON.stringify(input) },
    }));
    const said = texts.length === 0 ? null : texts.join("");
    return [{ role, content: said, ...(calls.length === 0 ? {} : { tool_calls }) }];
  }
  const results = content.filter(({ type }) => type === "tool_result");
  return [
    ...results.map((block) => ({ role: "tool", tool_call_id: block["tool_use_id"], content: textOfResult(block) })),
    ...(texts.length === 0 ? [] : [{ role: "user", content: texts.join("\n\n") }]),
  ];
}

export function textOfResult({ content }: Block): string {
  if (typeof content === "string") return content;
  return ((content ?? []) as readonly Block[]).map((block) => textOf(block["text"])).join("\n");
}
