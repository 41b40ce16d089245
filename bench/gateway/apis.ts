/** The APIs that clients and upstreams speak. */
export type Api = "messages" | "chat" | "responses";

export const apis: readonly Api[] = ["messages", "chat", "responses"];

export const apiNames: Readonly<Record<Api, string>> = {
  messages: "Messages",
  chat: "Chat Completions",
  responses: "Responses",
};

/** What a client speaks, and what its upstream speaks. */
export function describePair({ api, upstreamApi }: { readonly api: Api; readonly upstreamApi: Api }): string {
  return api === upstreamApi ? apiNames[api] : `${apiNames[api]} to ${apiNames[upstreamApi]}`;
}

export const pathOf: Readonly<Record<Api, string>> = {
  messages: "/v1/messages",
  chat: "/v1/chat/completions",
  responses: "/v1/responses",
};

export const dialectOf: Readonly<Record<Api, string>> = {
  messages: "anthropic",
  chat: "openai-chat",
  responses: "openai-responses",
};

export interface MessagesTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: object;
}

/** A tool as a client of the API writes it. */
export function toolIn(api: Api, tool: MessagesTool): object {
  const { name, description, input_schema: parameters } = tool;
  if (api === "chat") return { type: "function", function: { name, description, parameters } };
  return api === "responses" ? { type: "function", name, description, parameters, strict: false } : tool;
}

/** Texts of the user and the model in turn. */
export function historyIn(api: Api, texts: readonly string[]): object[] {
  return texts.map((text, position) => {
    const isUser = position % 2 === 0;
    const role = isUser ? "user" : "assistant";
    if (api === "chat") return { role, content: text };
    if (api === "messages") return { role, content: [{ type: "text", text }] };
    return { type: "message", role, content: [{ type: isUser ? "input_text" : "output_text", text }] };
  });
}

/** The text of a request, with the conversation before the tools. */
export function writeRequest(
  api: Api,
  request: {
    readonly model: string;
    readonly messages: readonly object[];
    readonly isStreaming: boolean;
    readonly toolsText: string;
  },
): string {
  const { model, messages, isStreaming, toolsText } = request;
  const tail = `"stream":${isStreaming},"tools":${toolsText}}`;
  const text = JSON.stringify(messages);
  if (api === "messages") {
    return `{"model":"${model}","messages":${text},"system":"You are an agent.","max_tokens":1024,${tail}`;
  }
  if (api === "chat") return `{"model":"${model}","messages":${text},"max_completion_tokens":1024,${tail}`;
  return `{"model":"${model}","input":${text},"instructions":"You are an agent.","store":false,${tail}`;
}

const ends = [
  "message_stop",
  '"end_turn"',
  "[DONE]",
  '"finish_reason":"stop"',
  "response.completed",
  '"status":"completed"',
];

/** Whether an answer of any of the APIs is complete. */
export function isComplete(answer: Buffer): boolean {
  return ends.some((end) => answer.includes(end));
}
