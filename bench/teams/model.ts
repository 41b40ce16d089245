import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The least that is a request. */
export const question = { model: "m", max_tokens: 100, messages: [{ role: "user", content: "Hi" }] };

const answer = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [{ type: "text", text: "Hello" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 2 },
};

/** A model that says hello at once. */
export interface Model {
  readonly url: string;
  /** When it was called last, by `performance.now()` of this process. */
  lastCallAt(): number;
  close(): Promise<void>;
}

export async function startModel(): Promise<Model> {
  let calledAt = 0;
  const bytes = JSON.stringify(answer);
  const server = createServer((request, response) => {
    calledAt = performance.now();
    request.resume();
    request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lastCallAt: () => calledAt,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
