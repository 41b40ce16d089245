import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { StrictMessagesApi } from "@toolcrib/anthropic/testing";

/** A Messages API on a socket of this machine. */
export interface HttpEndpoint {
  readonly baseUrl: string;
  close(): Promise<void>;
}

export async function serve(api: StrictMessagesApi): Promise<HttpEndpoint> {
  const server = createServer((incoming, outgoing) => void respond(api, incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

async function respond(api: StrictMessagesApi, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as [string, string]);
  const init = { method: incoming.method ?? "GET", headers, body: Buffer.concat(chunks) };
  try {
    const response = await api.fetch(`http://endpoint${incoming.url ?? "/"}`, init);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  } catch (error) {
    outgoing.writeHead(500, { "content-type": "application/json" });
    outgoing.end(JSON.stringify({ type: "error", error: { type: "api_error", message: String(error) } }));
  }
}
