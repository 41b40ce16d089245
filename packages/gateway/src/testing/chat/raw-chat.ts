import type { AnswerEvent, AnswerMessage } from "../../contracts/inner-form.ts";
import { createChatUpstream } from "../../dialects/openai/chat/upstream/create-chat-upstream.ts";
import { assembleMessage, collectEvents, orderProblems } from "../../suites/answer-events.ts";
import { callOf } from "../call-of.ts";
import { serve } from "../serve.ts";

const request = {
  model: "m",
  max_tokens: 10,
  messages: [{ role: "user", content: "Go" }],
  tools: [{ name: "look", input_schema: { type: "object" } }],
} as const;

/** An answer as a server writes it. */
export interface RawAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Calls the chat upstream, whose server gives this answer. */
export async function callRaw<Value>(
  { status = 200, type = "application/json", headers = {}, text }: RawAnswer,
  act: (upstream: ReturnType<typeof createChatUpstream>) => Promise<Value>,
): Promise<Value> {
  const server = await serve((_request, _body, response) => {
    response.writeHead(status, { "content-type": type, ...headers });
    response.end(text);
  });
  const upstream = createChatUpstream({ name: "chat", url: server.url, generateId: () => "made" });
  try {
    return await act(upstream);
  } finally {
    upstream.close?.();
    await server.close();
  }
}

export function readWhole(answer: object): Promise<AnswerMessage> {
  return callRaw({ text: JSON.stringify(answer) }, (upstream) => upstream.doGenerate(callOf(request)));
}

export function readStream(text: string): Promise<readonly AnswerEvent[]> {
  return callRaw({ type: "text/event-stream", text }, async (upstream) => {
    const events = await collectEvents(await upstream.doStream(callOf({ ...request, stream: true })));
    const problems = orderProblems(events);
    if (problems.length > 0) throw new Error(problems.join("; "));
    return events;
  });
}

/** A stream of chunks, each with one delta, and how it ends. */
export function chunksOf(
  deltas: readonly object[],
  { finish = "stop" as string | null, more = [] as readonly object[] } = {},
): string {
  const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "m" };
  const chunks = [
    ...deltas.map((delta) => ({ ...head, choices: [{ index: 0, delta, finish_reason: null }] })),
    ...(finish === null ? [] : [{ ...head, choices: [{ index: 0, delta: {}, finish_reason: finish }] }]),
    ...more,
  ];
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
}

export async function readDeltas(deltas: readonly object[], finish = "stop"): Promise<AnswerMessage> {
  return assembleMessage(await readStream(`${chunksOf(deltas, { finish })}data: [DONE]\n\n`));
}
