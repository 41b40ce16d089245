// An upstream that costs as little as it can: it answers every request with the same message. Under /search it first calls the search
// tool that it was given; under /slow it takes two seconds for its stream.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { apiOf, chatAnswer, chatEvents, responsesAnswer, responsesEvents, text, words } from "./answers.ts";

const slowMilliseconds = 2000;
const usage = { input_tokens: 1000, output_tokens: 20, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => answer(request, Buffer.concat(chunks), response));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));

function answer({ url = "" }: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const isStreaming = body.includes('"stream":true');
  const api = apiOf(url);
  if (api !== "messages") {
    const isChat = api === "chat";
    if (isStreaming) send(url, isChat ? chatEvents() : responsesEvents(), response);
    else sendWhole(isChat ? chatAnswer() : responsesAnswer(), response);
    return;
  }
  const search = url.startsWith("/search") && !body.includes('"tool_result"') ? searchToolIn(body) : undefined;
  const block =
    search === undefined
      ? { type: "text", text }
      : { type: "tool_use", id: "toolu_search", name: search, input: { query: "create an invoice" } };
  if (!isStreaming) {
    sendWhole(messageOf([block], search === undefined ? "end_turn" : "tool_use"), response);
    return;
  }
  send(url, search === undefined ? textEvents() : callEvents(block), response);
}

function sendWhole(message: object, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json", "request-id": "req_1" });
  response.end(JSON.stringify(message));
}

function send(url: string, events: readonly string[], response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "request-id": "req_1" });
  if (url.startsWith("/slow")) writeSlowly(events, response);
  else response.end(events.join(""));
}

function searchToolIn(body: Buffer): string | undefined {
  return /"name":"([^"]*search[^"]*)"/i.exec(body.toString())?.[1];
}

function messageOf(content: readonly object[], stop_reason: string | null): object {
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content,
    stop_reason,
    stop_sequence: null,
    usage,
  };
}

function sse(event: { readonly type: string }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function wrapped(stopReason: string, middle: readonly { readonly type: string }[]): string[] {
  return [
    { type: "message_start", message: messageOf([], null) },
    ...middle,
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: stopReason, stop_sequence: null }, usage },
    { type: "message_stop" },
  ].map(sse);
}

function textEvents(): string[] {
  return wrapped("end_turn", [
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } } as { type: string },
    ...words.map((word) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: word } })),
  ]);
}

function callEvents(block: object): string[] {
  const { input, ...call } = block as { readonly input: object };
  return wrapped("tool_use", [
    { type: "content_block_start", index: 0, content_block: { ...call, input: {} } } as { type: string },
    {
      type: "content_block_delta",
      index: 0,
      delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
    } as { type: string },
  ]);
}

function writeSlowly(events: readonly string[], response: ServerResponse): void {
  const rest = [...events];
  const timer = setInterval(() => {
    const event = rest.shift();
    if (event !== undefined) response.write(event);
    if (rest.length > 0) return;
    clearInterval(timer);
    response.end();
  }, slowMilliseconds / events.length);
  response.on("close", () => clearInterval(timer));
}
// Nobody is left behind when the benchmark ends.
process.on("disconnect", () => process.exit());
