import {
  type ChatUsage,
  streamedChatAnswer,
  wholeChatAnswer,
} from "../../../packages/gateway/src/testing/chat/chat-answer.ts";
import type { ChatMessage, ChatRequest } from "../../../packages/gateway/src/testing/chat/chat-request.ts";
import { checkChatFields } from "../../../packages/gateway/src/testing/chat/check-chat-fields.ts";
import { checkChatMessages } from "../../../packages/gateway/src/testing/chat/check-chat-messages.ts";
import { inputOfUse } from "../cost/prices.ts";
import type { ReadRequest, RequestBlock } from "../prompt/write-prompt.ts";
import { bearerOf, type RelayDialect } from "./dialect.ts";
import { stepOf } from "./messages.ts";
import { checkOpenAiKey, parseArguments, refuseAsOpenAi } from "./openai.ts";

/** OpenAI's Chat Completions. */
export const chatDialect: RelayDialect = {
  name: "chat",
  provider: "openai",
  path: "/v1/chat/completions",
  key: bearerOf,
  check(body, headers) {
    checkOpenAiKey(headers);
    checkChatFields(body);
    checkChatMessages((body as unknown as ChatRequest).messages, { extraAssistantFields: [], loads: undefined });
  },
  read(fields): ReadRequest {
    const { tools = [], messages } = fields as unknown as ChatRequest;
    const [first] = messages;
    const hasSystem = first?.role === "system" || first?.role === "developer";
    return {
      tools: tools.map(({ function: { name, description = "", parameters } }) => ({
        tool: { name, description, schema: parameters ?? {} },
      })),
      system: hasSystem && first !== undefined ? [{ text: textOf(first) }] : [],
      messages: (hasSystem ? messages.slice(1) : messages).map((message) => ({
        role: message.role === "assistant" ? "assistant" : isSystem(message) ? "system" : "user",
        blocks: readMessage(message),
      })),
    };
  },
  write(fields, { step: { text, calls = [] }, id, use }) {
    const body = fields as unknown as ChatRequest;
    const answer = {
      ...(text === undefined ? {} : { text }),
      calls: calls.map(({ name, input }, index) => ({ id: `call_${id}_${index}`, name, arguments: input })),
    };
    const usage = {
      prompt_tokens: inputOfUse(use),
      completion_tokens: use.output,
      total_tokens: inputOfUse(use) + use.output,
      prompt_tokens_details: { cached_tokens: use.read },
    };
    return (body.stream === true ? streamedChatAnswer : wholeChatAnswer)(body, answer, 1, usage);
  },
  refuse: refuseAsOpenAi,
  step(answer) {
    const [choice] = (answer["choices"] ?? []) as readonly { readonly message: ChatMessage }[];
    const { content, tool_calls: calls = [] } = choice?.message ?? { role: "assistant" };
    return stepOf(
      typeof content === "string" ? [content] : [],
      (calls ?? []).map(({ function: { name, arguments: text } }) => ({ name, input: parseArguments(text) })),
    );
  },
  stream(answer) {
    const { step } = chatDialect;
    const { text, calls = [] } = step(answer);
    const said = {
      ...(text === undefined ? {} : { text }),
      calls: calls.map(({ name, input }, index) => ({ ...idOf(answer, index), name, arguments: input })),
    };
    return streamedChatAnswer(
      { model: String(answer["model"]), messages: [], stream_options: { include_usage: true } },
      said,
      1,
      answer["usage"] as ChatUsage,
    );
  },
};

function idOf(answer: Readonly<Record<string, unknown>>, index: number): { readonly id?: string } {
  const [choice] = (answer["choices"] ?? []) as readonly { readonly message: ChatMessage }[];
  const id = choice?.message.tool_calls?.[index]?.id;
  return id === undefined ? {} : { id };
}

function isSystem({ role }: ChatMessage): boolean {
  return role === "system" || role === "developer";
}

function textOf({ content }: ChatMessage): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text = "" }) => text).join("\n");
}

function readMessage(message: ChatMessage): readonly RequestBlock[] {
  const text = textOf(message);
  if (message.role === "tool") {
    return [{ seen: { kind: "result", id: message.tool_call_id ?? "", text, isError: false } }];
  }
  const texts: RequestBlock[] =
    message.role === "user" && Array.isArray(message.content)
      ? (message.content as readonly { readonly text?: string }[]).map((part) => ({
          seen: { kind: "text", text: part.text ?? "" },
        }))
      : text === ""
        ? []
        : [{ seen: { kind: "text", text } }];
  const calls = (message.tool_calls ?? []).map(
    ({ id, function: called }): RequestBlock => ({
      seen: { kind: "call", id, name: called.name, input: parseArguments(called.arguments) },
    }),
  );
  return [...texts, ...calls];
}
