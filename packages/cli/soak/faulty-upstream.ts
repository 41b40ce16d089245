import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What goes wrong with an answer of the upstream. */
const faults = ["error", "overloaded", "reset", "cut", "slow", "junk", "refusal"] as const;

interface WireTool {
  readonly name?: string;
}

interface Body {
  readonly stream?: boolean;
  readonly tools?: readonly WireTool[];
  readonly messages: readonly { readonly content: unknown }[];
}

const refusals: ReadonlyMap<string, readonly [status: number, type: string, message: string]> = new Map([
  ["error", [500, "api_error", "Internal server error"]],
  ["overloaded", [529, "overloaded_error", "Overloaded"]],
  ["refusal", [400, "invalid_request_error", "metadata: Extra inputs are not permitted"]],
]);

/** A model endpoint that searches, calls what it found, answers, and fails in many ways. */
export interface FaultyUpstream {
  readonly url: string;
  readonly answered: () => number;
  close(): Promise<void>;
}

export async function startFaultyUpstream(faultShare: number): Promise<FaultyUpstream> {
  let answered = 0;
  const server = createServer((request, response) => {
    answered++;
    answer(request, response, faultShare, answered).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered: () => answered,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  faultShare: number,
  number: number,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (request.url?.includes("count_tokens")) return json(response, 200, { input_tokens: 1_000 });
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Body;
  const fault = Math.random() < faultShare ? (faults[Math.floor(Math.random() * faults.length)] ?? "none") : "none";
  const message = messageFor(body, number);
  if (fault === "reset") return void response.destroy();
  if (fault === "slow") await sleep(1_500);
  const refusal = refusals.get(fault);
  if (refusal !== undefined) {
    const [status, type, words] = refusal;
    return json(response, status, { type: "error", error: { type, message: words } });
  }
  if (body.stream !== true) {
    if (fault === "junk") response.writeHead(200, { "content-type": "application/json" }).end('{"type":"mess');
    else json(response, 200, message);
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const events = eventsOf(message);
  for (const [index, event] of events.entries()) {
    if (fault === "cut" && index === Math.floor(events.length / 2)) return void response.destroy();
    if (fault === "junk" && index === 2) response.write('event: content_block_delta\ndata: {"type":\n\n');
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    if (index % 5 === 4) await sleep(2);
  }
  response.end();
}

/** Searches while it has seen no definition, calls the tool it found, and talks after that. */
function messageFor({ tools = [], messages }: Body, number: number): object {
  const conversation = JSON.stringify(messages);
  const search = tools.find(({ name }) => /search/i.test(name ?? ""))?.name;
  const bridge = tools.find(({ name }) => name === "call_tool")?.name;
  const last = JSON.stringify(messages.at(-1)?.content ?? "");
  const wanted = /tool number (\d+)/.exec(last)?.[1];
  const shown = wanted === undefined ? undefined : `mcp__soak__tool_${wanted}`;
  let block: object = { type: "text", text: ["OK", "Done.", `Answer ${number % 7}`][number % 3] };
  if (shown !== undefined && search !== undefined && number % 5 !== 0) {
    const id = `toolu_${number}`;
    if (!conversation.includes(`\\"name\\":\\"${shown}\\"`)) {
      block = { type: "tool_use", id, name: search, input: { query: `tool number ${wanted}` } };
    } else if (bridge !== undefined) {
      block = { type: "tool_use", id, name: bridge, input: { name: shown, arguments: { value: number } } };
    }
  }
  const stop_reason = "id" in block ? "tool_use" : "end_turn";
  return {
    id: `msg_${number}`,
    type: "message",
    role: "assistant",
    model: "soak",
    content: [block],
    stop_reason,
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 10 },
  };
}

function eventsOf(message: object): { readonly type: string }[] {
  const { content, stop_reason, ...rest } = message as { content: { type: string }[]; stop_reason: string };
  const [block] = content as [{ type: string; text?: string; input?: object }];
  const isCall = block.type === "tool_use";
  const text = isCall ? JSON.stringify(block.input) : (block.text ?? "");
  const pieces = text.match(/.{1,4}/gs) ?? [];
  const deltaOf = (piece: string): object =>
    isCall ? { type: "input_json_delta", partial_json: piece } : { type: "text_delta", text: piece };
  return [
    { type: "message_start", message: { ...rest, content: [], stop_reason: null } },
    {
      type: "content_block_start",
      index: 0,
      content_block: isCall ? { ...block, input: {} } : { type: "text", text: "" },
    },
    ...pieces.map((piece) => ({ type: "content_block_delta", index: 0, delta: deltaOf(piece) })),
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 10 } },
    { type: "message_stop" },
  ] as { readonly type: string }[];
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
