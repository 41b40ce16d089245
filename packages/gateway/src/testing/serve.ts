import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server on a free loopback port. */
export interface TestServer {
  /** Without a slash at its end. */
  readonly url: string;
  /** Connections that the other side gave up before the answer was complete. */
  readonly abandoned: () => number;
  readonly close: () => Promise<void>;
}

/** Answers one request. A rejection is a mistake of the test's own and ends the connection. */
export type Handle = (request: IncomingMessage, body: Buffer, response: ServerResponse) => Promise<void> | void;

/** Listens on a real socket. */
export async function serve(handle: Handle): Promise<TestServer> {
  let abandoned = 0;
  // On a busy machine, a shorter time would end a kept connection in the moment in which it is used again.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    response.on("close", () => {
      if (!response.writableFinished) abandoned += 1;
    });
    readBody(request)
      .then((body) => handle(request, body, response))
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    abandoned: () => abandoned,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What is behind a server: a function from request to response, as web standards have it. */
export type AnswerFetch = (request: Request) => Promise<Response>;

/** Cuts a body into pieces at any byte, to be sent one by one. */
export type CutBytes = (bytes: Uint8Array) => readonly Uint8Array[];

/** Puts a function from request to response behind a real socket. */
export function serveFetch(answer: AnswerFetch, cut: CutBytes = (bytes) => [bytes]): Promise<TestServer> {
  return serve(async (request, body, response) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
    const hasBody = request.method !== "GET" && request.method !== "HEAD";
    const result = await answer(
      new Request(`http://${request.headers.host}${request.url}`, {
        method: request.method ?? "GET",
        headers,
        ...(hasBody ? { body: new Uint8Array(body) } : {}),
      }),
    );
    response.writeHead(result.status, Object.fromEntries(result.headers));
    for await (const chunk of result.body ?? []) {
      for (const piece of cut(chunk as Uint8Array)) {
        response.write(piece);
        // Each piece in a packet of its own, so that the reader meets the cut.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    response.end();
  });
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
