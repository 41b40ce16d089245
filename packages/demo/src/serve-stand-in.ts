import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type AcceptedRequest, createStrictMessagesApi, type StrictMessagesApi } from "@toolcrib/anthropic/testing";
import { standInModel } from "./stand-in-model.ts";

/** The stand-in model behind a strict Messages API, on a socket of this machine. */
export interface StandIn {
  readonly url: string;
  /** What it was sent since `forget`. */
  accepted(): readonly AcceptedRequest[];
  /** Begins a new conversation with an empty cache. */
  forget(): void;
  close(): Promise<void>;
}

/** It keeps what it was sent: somebody who goes on talking to it must not fill the memory. */
const maxKept = 100;

export async function serveStandIn(): Promise<StandIn> {
  let api: StrictMessagesApi = createStrictMessagesApi(standInModel);
  const forget = (): void => {
    api = createStrictMessagesApi(standInModel);
  };
  const server = createServer((incoming, outgoing) => {
    if (api.accepted.length + api.rejected.length >= maxKept) {
      forget();
    }
    void respond(api, incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    accepted: () => api.accepted,
    forget,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(api: StrictMessagesApi, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) {
    chunks.push(chunk as Buffer);
  }
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const body = Buffer.concat(chunks);
  const method = incoming.method ?? "GET";
  try {
    const init = { method, headers, ...(method === "GET" || method === "HEAD" ? {} : { body }) };
    const response = await api.fetch(`http://stand-in${incoming.url ?? "/"}`, init);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  } catch (error) {
    outgoing.writeHead(500, { "content-type": "application/json" });
    outgoing.end(JSON.stringify({ type: "error", error: { type: "api_error", message: String(error) } }));
  }
}
