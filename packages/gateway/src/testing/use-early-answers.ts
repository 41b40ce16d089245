import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A server that answers each request when its head is there. */
export interface EarlyAnswers {
  /** Resolves with its origin. */
  listen(): Promise<string>;
  /** How many connections were made. */
  count(): number;
  /** Reads the bodies that it has not read yet. Resolves when all of them are complete or given up. */
  readBodies(): Promise<void>;
}

/** Creates such a server for one test. It keeps its connections open, and reads bodies when it is told to. */
export function useEarlyAnswers(): EarlyAnswers {
  let connections = 0;
  const waiting: IncomingMessage[] = [];
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    // With a listener, the server does not drop the body when its answer is complete.
    request.on("data", () => {}).pause();
    waiting.push(request);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.on("connection", () => {
    connections++;
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    count: () => connections,
    listen: () =>
      new Promise((resolve) => {
        server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
      }),
    readBodies: async () => {
      await Promise.all(
        waiting.splice(0).map(
          (request) =>
            new Promise((resolve) => {
              // Of a request that has its answer, the server does not notice that its connection ends.
              request.socket.on("close", resolve);
              request.on("end", resolve);
              if (request.socket.destroyed || request.readableEnded) resolve(undefined);
              request.resume();
            }),
        ),
      );
    },
  };
}
