import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { parseExactly, writeExactly } from "@toolcrib/shared/json";
import { afterEach, describe, expect, it } from "vitest";
import type { ServerEntry } from "../src/config/server-entry.ts";
import { ServerPool } from "../src/index.ts";
import { textOf } from "../src/testing/client.ts";
import { remoteEntry } from "../src/testing/generations.ts";
import { closeFronts as closeAll, closeLater } from "../src/testing/open-front.ts";
import { scriptedEntry } from "../src/testing/scripted-entry.ts";
import { serveFront } from "../src/testing/serve-front.ts";

afterEach(closeAll);

const large = "12345678901234567890";
const schema = `{"type":"object","properties":{"id":{"type":"integer","maximum":${large}}}}`;

/** The results of a server, as it writes them; its tool answers with the message that called it. */
function resultOf(line: string, limit: string): string | undefined {
  const { method, params } = JSON.parse(line) as { method: string; params?: { protocolVersion?: string } };
  if (method === "initialize") {
    const { protocolVersion } = params ?? {};
    return JSON.stringify({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } });
  }
  if (method === "tools/list") {
    return `{"tools":[{"name":"pay","inputSchema":{"type":"object","properties":{"id":{"type":"integer","maximum":${limit}}}}}]}`;
  }
  if (method !== "tools/call") return undefined;
  return `{"content":[{"type":"text","text":${JSON.stringify(line)}}],"structuredContent":{"id":${limit}}}`;
}

const program = `
const resultOf = ${resultOf.toString()};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id } = JSON.parse(line);
  if (id === undefined) return;
  const result = resultOf(line, "${large}");
  process.stdout.write('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + (result === undefined ? ',"error":{"code":-32601,"message":"no"}' : ',"result":' + result) + "}\\n");
});`;

const stdio = async (): Promise<ServerEntry> => ({ ...scriptedEntry("s"), args: ["-e", program], env: {} });

async function http(): Promise<ServerEntry> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const line = (await text(request)) || '{"method":"none"}';
    const { id } = JSON.parse(line) as { id?: unknown };
    const result = resultOf(line, large);
    response.writeHead(id === undefined ? 202 : 200, { "content-type": "application/json" });
    const outcome = result === undefined ? '"error":{"code":-32601,"message":"no"}' : `"result":${result}`;
    response.end(id === undefined ? undefined : `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${outcome}}`);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeLater(async () => {
    server.close().closeAllConnections();
  });
  return remoteEntry(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, "s");
}

async function open(entry: ServerEntry) {
  const pool = new ServerPool({ entries: [entry], cacheFolder: null });
  closeLater(() => pool.close());
  await pool.settled(20_000);
  return pool;
}

describe("an integer beyond 2^53", () => {
  it.each([
    ["stdio", stdio],
    ["HTTP", http],
  ])("reaches an MCP server as it was written, over %s", async (_name, entry) => {
    const pool = await open(await entry());
    const input = parseExactly(`{"id":${large},"more":{"id":${large}}}`);

    expect(textOf(await pool.callTool("mcp__s__pay", input))).toContain(
      `"arguments":{"id":${large},"more":{"id":${large}}}`,
    );
  });

  it("comes from a process as it was written, in schemas and results", async () => {
    const pool = await open(await stdio());

    expect(writeExactly(pool.tools()[0]?.definition.inputSchema)).toBe(schema);
    expect(writeExactly(await pool.callTool("mcp__s__pay", {}))).toContain(`"structuredContent":{"id":${large}}`);
  });

  it("passes the front with its digits", async () => {
    const front = await serveFront({ pool: await open(await stdio()) });
    closeLater(() => front.close());
    const headers: Record<string, string> = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const post = (method: string, params: string) =>
      fetch(front.url, {
        method: "POST",
        headers,
        body: `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`,
      });
    const begun = await post(
      "initialize",
      '{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}',
    );
    headers["mcp-session-id"] = begun.headers.get("mcp-session-id") ?? "";

    const described = await (
      await post("tools/call", '{"name":"describe_tools","arguments":{"names":["mcp__s__pay"]}}')
    ).text();
    expect(described).toContain(`\\"maximum\\":${large}`);
    const call = `{"name":"call_tool","arguments":{"name":"mcp__s__pay","arguments":{"id":${large}}}}`;
    const called = await (await post("tools/call", call)).text();
    expect(called).toContain(`\\"arguments\\":{\\"id\\":${large}}`);
    expect(called).toContain(`"structuredContent":{"id":${large}}`);
  });
});
