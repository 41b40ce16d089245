import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A model whose streams begin at once and end when the test says so. */
export interface SlowUpstream {
  readonly url: string;
  /** Streams that have begun. */
  begun(): number;
  /** Lets them end, and those to come. */
  release(): void;
}

const message = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 0 },
};
const text = "Hello";

/** The events of an answer: those at the start, and those at the end. */
const [first, last] = [
  [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
  ],
  [
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 2 } },
    { type: "message_stop" },
  ],
].map((events) => events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("")) as [
  string,
  string,
];

export async function startSlowUpstream(): Promise<SlowUpstream> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = 0;
  const server = createServer((request, response) => {
    // It lists no models.
    if (request.method === "GET") return void response.writeHead(404).end();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { stream } = JSON.parse(Buffer.concat(chunks).toString()) as { stream?: boolean };
      if (stream !== true) {
        const content = [{ type: "text", text }];
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ ...message, content, stop_reason: "end_turn" }));
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(first);
      begun++;
      void released.then(() => response.end(last));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, begun: () => begun, release };
}
