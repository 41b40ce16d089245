import type { ServerResponse } from "node:http";
import type { ContentBlock } from "@toolcrib/core";
import type { AnswerMessage, MessagesBody } from "../../contracts/inner-form.ts";
import { encodeEvent } from "../../dialects/messages/wire/encode-event.ts";
import { eventsOfMessage } from "../../inner-form/whole-message.ts";
import { streamedChatAnswer, wholeChatAnswer } from "../chat/chat-answer.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import { encodeEvents, eventsOf, responseOf } from "../responses-api/responses-answer.ts";
import type { ResponsesRequest } from "../responses-api/responses-request.ts";
import { serve, type TestServer } from "../serve.ts";

/** A request that an upstream got. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: MessagesBody;
}

/** What the model says; a status stands for an error, and `wait` for what it waits for. */
export interface Reply {
  readonly content?: readonly object[];
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Before it answers. */
  readonly wait?: Promise<void> | undefined;
  /** Before the last piece of a stream. */
  readonly pause?: Promise<void> | undefined;
  /** For the counting endpoint. */
  readonly inputTokens?: number;
  /** Answered as it is, whatever was asked. */
  readonly json?: unknown;
  /** The same for a text. */
  readonly text?: string;
}

export type ReplyTo = (request: SeenRequest) => Reply;

/** A model on a socket that speaks the Messages API, Chat Completions and the Responses API, and keeps what it got. */
export interface ScriptedUpstream extends TestServer {
  readonly seen: SeenRequest[];
}

const helloText = "Hello";
export const hello: Reply = { content: [{ type: "text", text: helloText }] };

/** Calls a tool once, and says hello when the conversation holds that call. */
export function callOnce(name: string, input: object): ReplyTo {
  const made = JSON.stringify(input).slice(1, -1);
  const call = { type: "tool_use", id: "toolu_up", name, input };
  return ({ body }) => (JSON.stringify(body.messages).includes(made) ? hello : { content: [call] });
}

export async function startScriptedUpstream(replyTo: ReplyTo = () => hello): Promise<ScriptedUpstream> {
  const seen: SeenRequest[] = [];
  const server = await serve(async (request, bytes, response) => {
    const body = (bytes.length === 0 ? {} : JSON.parse(bytes.toString())) as MessagesBody;
    const one: SeenRequest = { path: request.url ?? "", headers: request.headers, body };
    seen.push(one);
    const reply = replyTo(one);
    await reply.wait;
    const { status = 200, headers = {}, content = [] } = reply;
    const send = (value: unknown): void => {
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
    };
    if (reply.text !== undefined) return void response.end(reply.text);
    if (reply.json !== undefined) return send(reply.json);
    if (status >= 400) return send({ type: "error", error: { type: "api_error", message: "No." } });
    if (one.path.endsWith("/count_tokens")) return send({ input_tokens: reply.inputTokens ?? 1_000 });
    if (one.path.includes("/chat/completions")) {
      const chat = body as unknown as ChatRequest;
      const answer = { text: (content[0] as { text?: string }).text ?? "" };
      const write = chat.stream === true ? streamedChatAnswer : wholeChatAnswer;
      const result = write(chat, answer, seen.length, usage);
      const pieces = (await result.text()).split(/(?<=\n\n)/);
      response.writeHead(result.status, Object.fromEntries(result.headers));
      return sendPausing(response, pieces, reply.pause);
    }
    if (one.path.includes("/responses")) {
      const text = (content[0] as { text?: string }).text ?? "";
      const result = responseOf(body as unknown as ResponsesRequest, { text }, seen.length, responsesUsage);
      if (body.stream !== true) return send(result);
      response.writeHead(200, { "content-type": "text/event-stream" });
      return sendPausing(response, encodeEvents(eventsOf(result)).split(/(?<=\n\n)/), reply.pause);
    }
    const message = messageOf(body.model, content);
    if (body.stream !== true) return send(message);
    response.writeHead(200, { "content-type": "text/event-stream" });
    return sendPausing(response, [...eventsOfMessage(message)].map(encodeEvent), reply.pause);
  });
  return { ...server, seen };
}

async function sendPausing(
  response: ServerResponse,
  pieces: readonly string[],
  pause: Promise<void> | undefined,
): Promise<void> {
  // After the first text and before the answer is complete: a client waits for more only in between.
  const shown = pieces.findIndex((piece) => piece.includes(helloText)) + 1;
  response.write(pieces.slice(0, shown).join(""));
  await pause;
  response.end(pieces.slice(shown).join(""));
}

const usage = {
  prompt_tokens: 1,
  completion_tokens: 1,
  total_tokens: 2,
  prompt_tokens_details: { cached_tokens: 0 },
};

const responsesUsage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };

function messageOf(model: string, content: readonly object[]): AnswerMessage {
  const isCall = content.some((block) => (block as ContentBlock).type === "tool_use");
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    content: content as readonly ContentBlock[],
    stop_reason: isCall ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}
