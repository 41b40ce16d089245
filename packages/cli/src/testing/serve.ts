import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request as a test's server gets it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Answers on a free port of this machine until the test has ended; gives the URL. */
export async function serve(answer: (request: SeenRequest) => Response | Promise<Response>): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const { method = "GET", url: path = "/", headers } = incoming;
      // `serve` asks its upstream for them at the start, and does without.
      if (path.split("?", 1)[0]?.endsWith("/v1/models") === true) {
        outgoing.writeHead(404);
        outgoing.end();
        return;
      }
      const response = await answer({ method, path, headers, body: Buffer.concat(chunks).toString("utf8") });
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
