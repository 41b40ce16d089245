import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { StrictProvider } from "./strict-provider.ts";

/** A strict API on a real socket, for agents that run in a process of their own. */
export interface StrictEndpoint {
  readonly url: string;
  close(): void;
}

export interface EndpointOptions {
  /**
   * How Claude Code starts the names of a server's tools. The checks have names without it: it is taken off in requests,
   * and put back in answers.
   */
  readonly prefix?: string;
  /** Tools of Claude Code itself, which have no server. */
  readonly plainNames?: readonly string[];
  /** Nothing is answered once it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Serves a provider. */
export async function serveProvider(
  fetch: StrictProvider["fetch"],
  { prefix = "", plainNames = [], signal }: EndpointOptions = {},
): Promise<StrictEndpoint> {
  const withServer = (match: string, start: string, name: string) =>
    plainNames.includes(name) ? match : `${start}${prefix}${name}"`;
  const answerRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString().replaceAll(`name":"${prefix}`, 'name":"');
    const path = request.url ?? "/";
    if (request.method !== "POST" || !path.startsWith("/v1")) {
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
    // The agent is being stopped: an answer now would race with that.
    if (signal?.aborted === true) return;
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" });
    for await (const chunk of answer.body ?? []) {
      const text = Buffer.from(chunk).toString();
      response.write(text.replaceAll(/("type":"tool_use"[^{}]*"name":")([^"]*)"/g, withServer));
    }
    response.end();
  };
  const server = createServer((request, response) => void answerRequest(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.closeAllConnections() ?? server.close() };
}
