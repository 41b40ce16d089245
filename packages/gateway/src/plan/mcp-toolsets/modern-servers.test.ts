import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { createAnswerRequest } from "../../answer/create-answer-request.ts";
import type { ToolsetServers } from "../../contracts/toolset.ts";
import { ask } from "../../testing/answering/ask.ts";
import { tool, user } from "../../testing/answering/blocks.ts";
import { scriptedModel } from "../../testing/answering/scripted-model.ts";
import { createToolsetServers } from "./create-toolset-servers.ts";

const opened: { servers: Server[]; toolsets: ToolsetServers[] } = { servers: [], toolsets: [] };

afterEach(async () => {
  await Promise.all(opened.toolsets.splice(0).map((toolsets) => toolsets.close()));
  for (const server of opened.servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Seen {
  readonly method: string;
  readonly headers: IncomingMessage["headers"];
  readonly params: Readonly<Record<string, unknown>>;
}

/** A server of the 2026 protocol. Its list is private: it has one tool more for each letter of the caller's token. */
async function serveModern(): Promise<{ readonly url: string; readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  const caching = { ttlMs: 60_000, cacheScope: "private" };
  const question = {
    method: "elicitation/create",
    params: { message: "Which calendar?", requestedSchema: { type: "object", properties: {} } },
  };
  const results: Readonly<Record<string, (headers: IncomingMessage["headers"], params: Seen["params"]) => object>> = {
    "server/discover": () => ({ supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, ...caching }),
    "tools/list": ({ authorization = "" }) => ({
      tools: Array.from(authorization.replace("Bearer ", ""), (letter) => ({
        name: `add_${letter}`,
        inputSchema: { type: "object" },
      })),
      ...caching,
    }),
    "tools/call": (_headers, { arguments: input }) =>
      (input as { readonly asks?: boolean }).asks === true
        ? { resultType: "input_required", inputRequests: { calendar: question }, requestState: "s" }
        : { content: [{ type: "text", text: "added" }] },
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { id, method, params } = JSON.parse(body || "{}") as Seen & { readonly id: unknown };
      seen.push({ method, headers: request.headers, params });
      const result = results[method]?.(request.headers, params);
      response.writeHead(result === undefined ? 404 : 200, { "content-type": "application/json" });
      const error = { code: -32601, message: "Method not found" };
      const answer = result === undefined ? { error } : { result: { resultType: "complete", ...result } };
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    });
  });
  opened.servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, seen };
}

async function callThrough(url: string, input: object) {
  const toolsetServers = createToolsetServers({ allowedHosts: [new URL(url).origin] });
  opened.toolsets.push(toolsetServers);
  const answerRequest = createAnswerRequest({ toolsetServers });
  return async (token: string, name: string) => {
    const upstream = scriptedModel((_body, number) =>
      number === 1 ? { calls: [{ name: `cal_${name}`, input }] } : { text: "ok" },
    );
    const body = {
      model: "m",
      max_tokens: 1000,
      messages: [user("Add it.")],
      mcp_servers: [{ type: "url", name: "cal", url, authorization_token: token }],
      tools: [tool("Bash"), { type: "mcp_toolset", mcp_server_name: "cal" }],
    };
    return ask(answerRequest, { body: body as never, upstream, betas: ["mcp-client-2026-09-15"] });
  };
}

describe("a server of MCP 2026-07-28 in a toolset", () => {
  it("is listed and called without a session, with what is in the body repeated in headers", async () => {
    const { url, seen } = await serveModern();
    const { message } = await (await callThrough(url, {}))("a", "add_a");

    expect(message.content).toMatchObject([
      { type: "mcp_tool_listing" },
      { type: "mcp_tool_use", name: "add_a" },
      { type: "mcp_tool_result", is_error: false, content: [{ text: "added" }] },
      { type: "text" },
    ]);
    const call = seen.find(({ method }) => method === "tools/call");
    expect(call?.headers).toMatchObject({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "add_a",
    });
    expect(call?.headers["mcp-session-id"]).toBeUndefined();
    // Nobody in the gateway answers questions, and the server is told so.
    expect(call?.params["_meta"]).toMatchObject({ "io.modelcontextprotocol/clientCapabilities": {} });
  });

  it("that asks for input nevertheless is answered with an error that says what it wanted", async () => {
    const { url } = await serveModern();
    const { message } = await (await callThrough(url, { asks: true }))("a", "add_a");

    const result = message.content.find(({ type }) => type === "mcp_tool_result");
    expect(result).toMatchObject({ is_error: true });
    expect(JSON.stringify(result)).toContain("elicitation/create (Which calendar?)");
    expect(message.content.at(-1)).toMatchObject({ type: "text", text: "ok" });
  });

  it("has a separate list for each caller if its list is private", async () => {
    const { url } = await serveModern();
    const call = await callThrough(url, {});
    const listed = async (token: string) => {
      const { message } = await call(token, "add_a");
      const listing = message.content.find(({ type }) => type === "mcp_tool_listing") as unknown as {
        readonly tools: readonly { readonly name: string }[];
      };
      return listing.tools.map(({ name }) => name);
    };

    expect(await listed("a")).toEqual(["add_a"]);
    expect(await listed("ab")).toEqual(["add_a", "add_b"]);
    expect(await listed("a")).toEqual(["add_a"]);
  });
});
