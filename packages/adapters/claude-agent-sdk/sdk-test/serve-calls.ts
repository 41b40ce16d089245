import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A call as the model writes it. */
export interface WrittenCall {
  readonly name: string;
  readonly input: object;
}

interface Request {
  readonly system?: unknown;
  readonly messages: readonly { readonly content: string | readonly { readonly type: string }[] }[];
}

/**
 * A model that makes these calls at once, whether or not it has the tools, and then says that it is done. If they are for
 * a subagent, the one whose prompt is "SUBAGENT" makes them.
 */
export async function serveCalls(calls: readonly WrittenCall[], isSubagent: boolean) {
  const start = { name: "Agent", input: { description: "Help.", prompt: "Go.", subagent_type: "helper" } };
  const next = ({ system, messages }: Request): readonly WrittenCall[] => {
    const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
    if (blocks.some(({ type }) => type === "tool_result")) return [];
    return isSubagent && !JSON.stringify(system ?? "").includes("SUBAGENT") ? [start] : calls;
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.method !== "POST" || !request.url?.startsWith("/v1/messages")) {
        response.writeHead(404).end("{}");
        return;
      }
      writeAnswer(response, next(JSON.parse(Buffer.concat(chunks).toString()) as Request));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.closeAllConnections() ?? server.close() };
}

let answers = 0;

function writeAnswer(response: ServerResponse, calls: readonly WrittenCall[]): void {
  const number = ++answers;
  const usage = { input_tokens: 1, output_tokens: 1 };
  const blocks = calls.map(({ name, input }, index) => ({
    start: { type: "tool_use", id: `toolu_${number}_${index}`, name, input: {} },
    delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
  }));
  const done = { start: { type: "text", text: "" }, delta: { type: "text_delta", text: "Done." } };
  const stop_reason = calls.length > 0 ? "tool_use" : "end_turn";
  const message = { id: `msg_${number}`, type: "message", role: "assistant", model: "claude", content: [], usage };
  const events = [
    { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } },
    ...(blocks.length > 0 ? blocks : [done]).flatMap(({ start, delta }, index) => [
      { type: "content_block_start", index, content_block: start },
      { type: "content_block_delta", index, delta },
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}
