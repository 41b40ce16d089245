import { request as send } from "node:http";
import { serve, type TestServer } from "../../src/testing/serve.ts";

/** One request of a client and the answer that it got. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly status: number;
  readonly answer: string;
}

export interface WireRecorder extends TestServer {
  /** In the order in which they ended. */
  readonly exchanges: readonly Exchange[];
}

/** Forwards everything to a server, byte by byte, and records it: what the client really sends and gets. */
export async function recordWire(target: string): Promise<WireRecorder> {
  const exchanges: Exchange[] = [];
  const server = await serve(
    ({ method = "GET", url: path = "/", headers }, body, response) =>
      new Promise((resolve, reject) => {
        const forwarded = send(new URL(path, target), { method, headers, agent: false }, (answer) => {
          const { statusCode: status = 0 } = answer;
          const chunks: Buffer[] = [];
          response.writeHead(status, answer.headers);
          answer.on("data", (chunk: Buffer) => {
            chunks.push(chunk);
            response.write(chunk);
          });
          answer.on("error", reject);
          answer.on("end", () => {
            exchanges.push({ method, path, body: String(body), status, answer: String(Buffer.concat(chunks)) });
            response.end();
            resolve();
          });
        });
        forwarded.on("error", reject);
        response.on("close", () => forwarded.destroy());
        forwarded.end(body);
      }),
  );
  return { ...server, exchanges };
}
