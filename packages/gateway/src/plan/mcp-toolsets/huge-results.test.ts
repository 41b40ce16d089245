import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createAnswerRequest } from "../../answer/create-answer-request.ts";
import { ask } from "../../testing/answering/ask.ts";
import { tool, user } from "../../testing/answering/blocks.ts";
import { scriptedModel } from "../../testing/answering/scripted-model.ts";
import { serve } from "../../testing/serve.ts";
import { createToolsetServers } from "./create-toolset-servers.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const mebibyte = 1_024 * 1_024;
const results: Readonly<Record<string, object>> = {
  initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
  "tools/list": { tools: [{ name: "read", inputSchema: { type: "object" } }] },
};

/** Lets a model call the tool several times in one answer, on a server whose calls are answered by `write`. */
async function callAtOnce(calls: number, write: (response: ServerResponse) => Promise<void>) {
  const remote = await serve(async (request, bytes, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method } = JSON.parse(bytes.toString()) as { readonly id?: number; readonly method: string };
    if (id === undefined) return void response.writeHead(202).end();
    const result = results[method];
    const error = { code: -32601, message: "Method not found" };
    response.writeHead(200, { "content-type": "application/json" });
    if (method !== "tools/call") {
      return void response.end(
        JSON.stringify({ jsonrpc: "2.0", id, ...(result === undefined ? { error } : { result }) }),
      );
    }
    response.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`);
    await write(response);
    response.end('"}]}}');
  });
  const toolsetServers = createToolsetServers({ allowedHosts: [remote.url] });
  closers.push(remote.close, () => toolsetServers.close());
  const upstream = scriptedModel((_body, number) =>
    number === 1
      ? { calls: Array.from({ length: calls }, (_, at) => ({ name: "far_read", input: { at } })) }
      : { text: "ok" },
  );
  const body = {
    model: "m",
    max_tokens: 1_000,
    messages: [user("Read it.")],
    mcp_servers: [{ type: "url", name: "far", url: `${remote.url}/mcp` }],
    tools: [tool("Bash"), { type: "mcp_toolset", mcp_server_name: "far" }],
  };
  const { message } = await ask(createAnswerRequest({ toolsetServers }), {
    body: body as never,
    upstream,
    betas: ["mcp-client-2026-09-15"],
  });
  const shown = message.content as readonly { readonly type: string }[];
  return { message, upstream, results: shown.filter(({ type }) => type === "mcp_tool_result") as unknown as Shown[] };
}

interface Shown {
  readonly is_error: boolean;
  readonly content: readonly { readonly text: string }[];
}

describe("W-MC1 results of MCP servers that are too large", () => {
  it("are errors for the model if one answer calls for 16 without end, and the request goes on", async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error) => warnings.push(name);
    process.on("warning", onWarning);
    closers.push(async () => void process.off("warning", onWarning));
    const piece = "x".repeat(mebibyte / 4);

    const { message, results } = await callAtOnce(16, async (response) => {
      const closed = once(response, "close");
      while (!response.destroyed) {
        if (!response.write(piece)) await Promise.race([once(response, "drain"), closed]);
      }
    });

    expect(results).toHaveLength(16);
    for (const { is_error, content } of results) {
      expect(is_error).toBe(true);
      expect(content[0]?.text).toContain("expected messages of at most 16777216 bytes");
    }
    expect(message.content.at(-1)).toMatchObject({ type: "text", text: "ok" });
    expect(warnings).toEqual([]);
  });

  it("are kept up to 32 MiB for all calls of one request", async () => {
    let before = Promise.resolve();
    const { results, upstream } = await callAtOnce(5, (response) => {
      // One after the other: at the same time, they would exceed the connection's limit.
      const written = before.then(() => void response.write("x".repeat(10 * mebibyte)));
      before = written.then(() => new Promise((resolve) => response.once("close", resolve)));
      return written;
    });

    const refused = results.filter(({ is_error }) => is_error).map(({ content }) => content[0]?.text);
    expect(results).toHaveLength(5);
    expect(refused).toHaveLength(2);
    expect(refused[0]).toContain("its result is too large: expected at most 33554432 bytes");
    expect(JSON.stringify(upstream.bodies.at(-1)).length).toBeLessThan(33 * mebibyte);
  });
});
