import type { ChatAnswer, ChatRequest } from "./chat-request.ts";

export interface ChatUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details: { readonly cached_tokens: number };
}

const argumentPiece = 7;
const textPiece = 5;

/** The answer in one piece. */
export function wholeChatAnswer(body: ChatRequest, answer: ChatAnswer, number: number, usage: ChatUsage): Response {
  const { calls = [], text, reasoning } = answer;
  const message = {
    role: "assistant",
    content: text ?? null,
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: toolCalls(answer, number) }),
  };
  const choice = { index: 0, message, finish_reason: finishReason(answer), logprobs: null };
  return Response.json({ ...envelope(body, number, "chat.completion"), choices: [choice], usage });
}

/** The answer as server-sent events, text and arguments in small pieces. */
export function streamedChatAnswer(body: ChatRequest, answer: ChatAnswer, number: number, usage: ChatUsage): Response {
  const head = envelope(body, number, "chat.completion.chunk");
  const chunk = (delta: object, finish: string | null = null): object => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }],
  });
  const chunks = [
    chunk({ role: "assistant", content: "" }),
    ...pieces(answer.reasoning ?? "", textPiece).map((piece) => chunk({ reasoning_content: piece })),
    ...pieces(answer.text ?? "", textPiece).map((piece) => chunk({ content: piece })),
    ...toolCalls(answer, number).flatMap(({ id, function: called }, index) => [
      chunk({ tool_calls: [{ index, id, type: "function", function: { name: called.name, arguments: "" } }] }),
      ...pieces(called.arguments, argumentPiece).map((piece) =>
        chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ]),
    chunk({}, finishReason(answer)),
    ...(body.stream_options?.include_usage === true ? [{ ...head, choices: [], usage }] : []),
  ];
  const text = [...chunks.map((part) => JSON.stringify(part)), "[DONE]"].map((data) => `data: ${data}\n\n`).join("");
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}

function envelope({ model }: ChatRequest, number: number, object: string): object {
  return { id: `chatcmpl-${number}`, object, created: 1_700_000_000, model };
}

function toolCalls({ calls = [] }: ChatAnswer, number: number) {
  return calls.map(({ id, name, arguments: input }, index) => ({
    id: id ?? `call_${number}_${index}`,
    type: "function",
    function: { name, arguments: typeof input === "string" ? input : JSON.stringify(input) },
  }));
}

function finishReason({ finishReason: reason, calls = [] }: ChatAnswer): string {
  return reason ?? (calls.length > 0 ? "tool_calls" : "stop");
}

function pieces(text: string, length: number): string[] {
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, piece) =>
    characters.slice(piece * length, (piece + 1) * length).join(""),
  );
}
