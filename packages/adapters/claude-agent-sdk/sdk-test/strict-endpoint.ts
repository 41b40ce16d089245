import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { StrictProvider } from "../../suite/strict-provider.ts";

/** A strict API on a real socket, for Claude Code, which runs in a process of its own. */
export interface StrictEndpoint {
  readonly url: string;
  close(): void;
}

/**
 * Serves a provider to Claude Code. The checks name tools without their server, so it is taken off names in requests,
 * and put back on names in answers.
 */
export async function serveProvider(
  fetch: StrictProvider["fetch"],
  prefix: string,
  signal?: AbortSignal,
): Promise<StrictEndpoint> {
  const answerRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString().replaceAll(`"name":"${prefix}`, '"name":"');
    const path = request.url ?? "/";
    if (request.method !== "POST" || !path.startsWith("/v1/messages")) {
      response.writeHead(404).end("{}");
      return;
    }
    const headers = new Headers(
      Object.entries(request.headers).flatMap(([name, value]) =>
        value === undefined || name === "content-length" ? [] : [[name, String(value)]],
      ) as [string, string][],
    );
    const answer = await fetch(`http://strict${path}`, { method: "POST", headers, body }).catch(
      (error: unknown) => new Response(String(error), { status: 500 }),
    );
    // Claude Code is being stopped: an answer now would race with that.
    if (signal?.aborted === true) return;
    const text = (await answer.text()).replaceAll(/("type":"tool_use"[^{}]*"name":")/g, `$1${prefix}`);
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" });
    response.end(text);
  };
  const server = createServer((request, response) => void answerRequest(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.closeAllConnections() ?? server.close() };
}
