import type { AgentMessage, Block, Wire } from "../conversation.ts";

const mark = { cache_control: { type: "ephemeral" } };
export const maxOutputTokens = 8_192;

/** Anthropic's Messages, with the marks of Claude Code: the end of the system prompt, and the end of the last message. */
export const messagesWire: Wire = {
  path: "/v1/messages",
  headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
  write: ({ model, system, tools, messages, fields }) => ({
    model,
    max_tokens: maxOutputTokens,
    system: [{ type: "text", text: system, ...mark }],
    ...(tools.length === 0 ? {} : { tools }),
    messages: messages.map((message, index) => (index === messages.length - 1 ? withMark(message) : message)),
    ...fields,
  }),
  read: ({ content }) => content as readonly Block[],
};

function withMark({ role, content }: AgentMessage): AgentMessage {
  const last = content.at(-1);
  return { role, content: last === undefined ? content : [...content.slice(0, -1), { ...last, ...mark }] };
}
