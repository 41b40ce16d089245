import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A JSON-RPC message as received. */
export interface RawMessage {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Returns a result, `{ error }`, or nothing if it responds itself. */
export type RawAnswer = (
  message: RawMessage,
  exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
) => unknown;

const caching = { ttlMs: 0, cacheScope: "private" };
export const rawDiscovery = {
  supportedVersions: ["2026-07-28"],
  capabilities: { tools: {} },
  resultType: "complete",
  ...caching,
};

/** A hand-written 2026 protocol server over HTTP, which can misbehave. It has a tool `run`, and those in `tools`. */
export async function serveRaw(
  answers: Readonly<Record<string, RawAnswer>>,
  tools: readonly unknown[] = [{ name: "run", inputSchema: { type: "object" } }],
): Promise<{ readonly url: string; readonly seen: RawMessage[]; close(): Promise<void> }> {
  const seen: RawMessage[] = [];
  const all: Readonly<Record<string, RawAnswer>> = {
    "server/discover": () => rawDiscovery,
    "tools/list": () => ({ tools, resultType: "complete", ...caching }),
    ...answers,
  };
  const server = createServer((request, response) => void handle(request, response));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = JSON.parse((await text(request)) || "{}") as RawMessage;
    seen.push(message);
    const answer = Object.hasOwn(all, message.method) ? all[message.method] : undefined;
    const given =
      answer === undefined
        ? { error: { code: -32_601, message: "no such method" } }
        : answer(message, { request, response });
    if (given === undefined) return;
    const isError = Object.hasOwn(given as object, "error");
    const { code } = (given as { error?: { code?: number } }).error ?? {};
    response.writeHead(code === -32_601 ? 404 : isError ? 400 : 200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ jsonrpc: "2.0", id: message.id ?? null, ...(isError ? (given as object) : { result: given }) }),
    );
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    seen,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
