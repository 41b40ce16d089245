import type { ContentBlock } from "@toolcrib/core";
import type { AnswerMessage, MessagesBody } from "../../contracts/inner-form.ts";
import { encodeEvent } from "../../dialects/messages/wire/encode-event.ts";
import { eventsOfMessage } from "../../inner-form/whole-message.ts";
import { encodeEvents, eventsOf, responseOf } from "../responses-api/responses-answer.ts";
import type { ResponsesRequest } from "../responses-api/responses-request.ts";
import { serve, type TestServer } from "../serve.ts";

/** What an upstream answers: JSON, or the events of a stream. */
type Script = (body: MessagesBody, path: string) => { readonly status: number; readonly text: string };

/** An upstream of all dialects that takes anything; for the gateway's own mistakes to show. By default its model searches once. */
export function startLenientUpstream(
  script: Script = (body, path) => ({ status: 200, text: searchOnce(body, path) }),
): Promise<TestServer> {
  return serve((request, bytes, response) => {
    const body = JSON.parse(bytes.toString("utf8")) as MessagesBody;
    const { status, text } = script(body, request.url ?? "");
    const isStream = body.stream === true && status === 200 && request.url?.includes("input_tokens") !== true;
    response.writeHead(status, { "content-type": isStream ? "text/event-stream" : "application/json" });
    response.end(text);
  });
}

function searchOnce(body: MessagesBody, path: string): string {
  if (path.includes("count_tokens")) return '{"input_tokens":5}';
  if (path.includes("/responses")) return searchOnceInResponses(body as unknown as ResponsesRequest, path);
  if (!path.includes("chat/completions")) return searchOnceInMessages(body);
  const completion = chatCompletion(body);
  return body.stream === true ? chatStream([chatChunk(completion)]) : JSON.stringify(completion);
}

/** The same for the Responses API: a client's own body passes here as it came. */
function searchOnceInResponses(body: ResponsesRequest, path: string): string {
  if (path.includes("input_tokens")) return '{"object":"response.input_tokens","input_tokens":5}';
  const tools: readonly unknown[] = Array.isArray(body.tools) ? body.tools : [];
  const names = tools.map((tool) => textOf((tool as { name?: unknown } | null)?.name));
  const input: readonly unknown[] = Array.isArray(body.input) ? body.input : [];
  const isAnswered = (input.at(-1) as { type?: string } | null | undefined)?.type === "function_call_output";
  const search = isAnswered ? undefined : names.find((name) => /search|^cal_/i.test(name));
  const calls = search === undefined ? {} : { calls: [{ name: search, arguments: { query: "weather" } }] };
  const safe = { model: textOf(body.model), input: input as ResponsesRequest["input"] };
  const response = responseOf(safe, { text: "Well.", ...calls }, 1, { input_tokens: 1, output_tokens: 1 });
  return body.stream === true ? encodeEvents(eventsOf(response)) : JSON.stringify(response);
}

/** Anything but a text counts as none: an object's own `toString` may throw. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Chunks of a streamed chat completion. */
function chatStream(chunks: readonly unknown[]): string {
  return [...chunks.map((chunk) => JSON.stringify(chunk)), "[DONE]"].map((data) => `data: ${data}\n\n`).join("");
}

/** Calls a search or a tool of the calendar, and then says something. */
function searchOnceInMessages(body: MessagesBody): string {
  const { model, messages, tools } = body;
  const search = tools?.find(({ name }) => /search|^cal_/i.test(name ?? ""))?.name;
  const isAnswered = JSON.stringify(messages.at(-1) ?? {}).includes("tool_result");
  const content: object[] = [{ type: "text", text: "Well." }];
  if (search !== undefined && !isAnswered) {
    content.push({ type: "tool_use", id: "toolu_up", name: search, input: { query: "weather", pattern: "weather" } });
  }
  const message = answerOf(model, content as unknown as ContentBlock[]);
  return body.stream === true ? [...eventsOfMessage(message)].map(encodeEvent).join("") : JSON.stringify(message);
}

/** A whole answer with this content. */
export function answerOf(model: string, content: readonly ContentBlock[]): AnswerMessage {
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

/** A chat completion that searches, if there is something to search with and nothing was found. */
export function chatCompletion({ messages, tools }: MessagesBody) {
  // A chat client's own body passes here as it came.
  const listed: readonly unknown[] = Array.isArray(tools) ? tools : [];
  const names = listed.map((tool) => textOf((tool as { function?: { name?: unknown } | null } | null)?.function?.name));
  const search = names.find((name) => /search|^cal_/i.test(name));
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  const isAnswered = (last as { role?: string } | null | undefined)?.role === "tool";
  const call = { id: "call_1", type: "function", function: { name: search, arguments: '{"query":"weather"}' } };
  const message = { role: "assistant", content: "Well.", ...(search && !isAnswered ? { tool_calls: [call] } : {}) };
  const finish_reason = "tool_calls" in message ? "tool_calls" : "stop";
  return { id: "c", object: "chat.completion", model: "m", choices: [{ index: 0, message, finish_reason }], usage: {} };
}

/** The same as one chunk of a stream. */
export function chatChunk({ choices, ...rest }: ReturnType<typeof chatCompletion>): object {
  const [{ message, ...choice }] = choices as [(typeof choices)[number]];
  const calls = "tool_calls" in message ? message.tool_calls?.map((call, index) => ({ ...call, index })) : undefined;
  return {
    ...rest,
    object: "chat.completion.chunk",
    choices: [{ ...choice, delta: { ...message, tool_calls: calls } }],
  };
}
