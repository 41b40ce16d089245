// What the upstream says, in each API.
import { type Api, pathOf } from "../apis.ts";

export const words: readonly string[] = Array.from({ length: 20 }, (_, number) => `word ${number} `);
export const text: string = words.join("");

/** The API of a request, by its path. */
export function apiOf(url: string): Api {
  if (url.endsWith(pathOf.chat)) return "chat";
  return url.endsWith(pathOf.responses) ? "responses" : "messages";
}

const chatUsage = { prompt_tokens: 1000, completion_tokens: 20, total_tokens: 1020 };
const chatBase = { id: "chatcmpl-1", created: 1, model: "m" };

export function chatAnswer(): object {
  const message = { role: "assistant", content: text, refusal: null };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: "stop" }];
  return { ...chatBase, object: "chat.completion", choices, usage: chatUsage };
}

export function chatEvents(): string[] {
  const chunk = (delta: object, finish_reason: string | null, more: object = {}): string => {
    const choices = [{ index: 0, delta, finish_reason }];
    return `data: ${JSON.stringify({ ...chatBase, object: "chat.completion.chunk", choices, ...more })}\n\n`;
  };
  return [
    chunk({ role: "assistant", content: "" }, null),
    ...words.map((content) => chunk({ content }, null)),
    chunk({}, "stop", { usage: chatUsage }),
    "data: [DONE]\n\n",
  ];
}

const responseUsage = {
  input_tokens: 1000,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 1020,
};

export function responsesAnswer(
  status = "completed",
  output: readonly object[] = [messageItem("completed", text)],
): object {
  return {
    id: "resp_1",
    object: "response",
    created_at: 1,
    status,
    model: "m",
    output,
    error: null,
    incomplete_details: null,
    usage: status === "completed" ? responseUsage : null,
  };
}

function messageItem(status: string, said: string | undefined): object {
  const content = said === undefined ? [] : [{ type: "output_text", text: said, annotations: [] }];
  return { type: "message", id: "msg_1", role: "assistant", status, content };
}

export function responsesEvents(): string[] {
  const at = { item_id: "msg_1", output_index: 0, content_index: 0 };
  const part = (said: string) => ({ type: "output_text", text: said, annotations: [] });
  const events: readonly { readonly type: string; readonly [field: string]: unknown }[] = [
    { type: "response.created", response: responsesAnswer("in_progress", []) },
    { type: "response.in_progress", response: responsesAnswer("in_progress", []) },
    { type: "response.output_item.added", output_index: 0, item: messageItem("in_progress", undefined) },
    { type: "response.content_part.added", ...at, part: part("") },
    ...words.map((delta) => ({ type: "response.output_text.delta", ...at, delta })),
    { type: "response.output_text.done", ...at, text },
    { type: "response.content_part.done", ...at, part: part(text) },
    { type: "response.output_item.done", output_index: 0, item: messageItem("completed", text) },
    { type: "response.completed", response: responsesAnswer() },
  ];
  return events.map(
    (event, sequence_number) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`,
  );
}
