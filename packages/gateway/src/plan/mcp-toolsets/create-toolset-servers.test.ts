import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createAnswerRequest } from "../../answer/create-answer-request.ts";
import type { ToolsetConnection, ToolsetServers } from "../../contracts/toolset.ts";
import { ask } from "../../testing/answering/ask.ts";
import { replayed, tool, user } from "../../testing/answering/blocks.ts";
import { scriptedModel } from "../../testing/answering/scripted-model.ts";
import { createToolsetServers } from "./create-toolset-servers.ts";

const opened: { servers: Server[]; toolsets: ToolsetServers[] } = { servers: [], toolsets: [] };
const never = new AbortController().signal;

afterEach(async () => {
  await Promise.all(opened.toolsets.splice(0).map((toolsets) => toolsets.close()));
  for (const server of opened.servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

function open(options: Parameters<typeof createToolsetServers>[0]): ToolsetServers {
  const toolsets = createToolsetServers(options);
  opened.toolsets.push(toolsets);
  return toolsets;
}

async function readBody(
  request: IncomingMessage,
): Promise<{ id?: number; method?: string; params?: { arguments?: unknown } }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}") as { id?: number; method?: string };
}

/** A small MCP server over Streamable HTTP that answers in JSON. */
async function serveMcp(accepted?: string): Promise<{ readonly url: string; readonly tokens: (string | undefined)[] }> {
  const tokens: (string | undefined)[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    tokens.push(request.headers.authorization);
    if (accepted !== undefined && request.headers.authorization !== `Bearer ${accepted}`) {
      return response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    }
    if (request.method !== "POST") return response.writeHead(405).end();
    const { id, method, params } = await readBody(request);
    if (id === undefined) return response.writeHead(202).end();
    const results: Readonly<Record<string, object>> = {
      initialize: {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "small", version: "1" },
      },
      "tools/list": { tools: [{ name: "add_event", description: "Adds.", inputSchema: { type: "object" } }] },
      "tools/call": { content: [{ type: "text", text: `added ${JSON.stringify(params?.arguments)}` }] },
    };
    const result = results[method ?? ""];
    const error = { code: -32601, message: "Method not found" };
    const reply = { jsonrpc: "2.0", id, ...(result === undefined ? { error } : { result }) };
    return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
  };
  const server = createServer((request, response) => void answer(request, response));
  opened.servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, tokens };
}

describe("the MCP servers of a request", () => {
  it.each([
    ["a wrong token", { authorization_token: "stale" }, "it does not accept the authorization_token of the request."],
    ["no token", {}, "it requires an authorization_token."],
  ])("tell a client that sends %s what to send, without mentioning a browser", async (_what, token, reason) => {
    const { url } = await serveMcp("secret");
    const toolsetServers = open({ allowedHosts: [new URL(url).origin] });
    const upstream = scriptedModel(() => ({ text: "ok" }));
    const body = {
      model: "m",
      max_tokens: 1000,
      messages: [user("Go.")],
      mcp_servers: [{ type: "url", name: "cal", url, ...token }],
      tools: [tool("Bash"), { type: "mcp_toolset", mcp_server_name: "cal" }],
    };
    const answer = ask(createAnswerRequest({ toolsetServers }), { body: body as never, upstream });

    await expect(answer).rejects.toMatchObject({
      status: 400,
      body: { error: { message: `mcp_servers: The MCP server cal cannot be used: ${reason}` } },
    });
  });

  it("tell the model the same if the listing is pinned and only the call fails", async () => {
    const { url } = await serveMcp("secret");
    const toolsetServers = open({ allowedHosts: [new URL(url).origin] });
    const upstream = scriptedModel((_body, number) =>
      number === 1 ? { calls: [{ name: "cal_add_event", input: {} }] } : { text: "ok" },
    );
    const pinned = [{ name: "add_event", input_schema: { type: "object" } }];
    const body = {
      model: "m",
      max_tokens: 1000,
      messages: [user("Go.")],
      mcp_servers: [{ type: "url", name: "cal", url, authorization_token: "stale" }],
      tools: [tool("Bash"), { type: "mcp_toolset", mcp_server_name: "cal", tools: pinned }],
    };
    await ask(createAnswerRequest({ toolsetServers }), { body: body as never, upstream });
    const shown = JSON.stringify(upstream.bodies[1]?.messages.at(-1));

    expect(shown).toContain("The MCP server cal cannot be used: it does not accept the authorization_token");
    expect(shown).not.toContain("browser");
  });

  it("are called if the operator allows their origin, with the request's token", async () => {
    const { url, tokens } = await serveMcp();
    const toolsetServers = open({ allowedHosts: [new URL(url).origin] });
    const upstream = scriptedModel((_body, number) =>
      number === 1 ? { calls: [{ name: "cal_add_event", input: { day: 1 } }] } : { text: "ok" },
    );
    const body = {
      model: "m",
      max_tokens: 1000,
      messages: [user("Add it.")],
      mcp_servers: [{ type: "url", name: "cal", url, authorization_token: "secret" }],
      tools: [tool("Bash"), { type: "mcp_toolset", mcp_server_name: "cal" }],
    };
    const answerRequest = createAnswerRequest({ toolsetServers });
    const betas = ["mcp-client-2026-09-15"];
    const first = await ask(answerRequest, { body, upstream, betas });

    expect(first.message.content).toMatchObject([
      { type: "mcp_tool_listing", tools: [{ name: "add_event" }] },
      { type: "mcp_tool_use", name: "add_event", server_name: "cal" },
      { type: "mcp_tool_result", is_error: false, content: [{ text: 'added {"day":1}' }] },
      { type: "text" },
    ]);
    expect(new Set(tokens)).toEqual(new Set(["Bearer secret"]));

    // Another gateway that never listed it goes by the recorded listing, and can still call.
    const again = scriptedModel((_body, number) =>
      number === 1 ? { calls: [{ name: "cal_add_event", input: { day: 2 } }] } : { text: "ok" },
    );
    const messages = [...body.messages, replayed(first.message), user("Again.")];
    const another = createAnswerRequest({ toolsetServers: open({ allowedHosts: [new URL(url).origin] }) });
    const second = await ask(another, { body: { ...body, messages }, upstream: again, betas });

    expect(second.message.content).toMatchObject([
      { type: "mcp_tool_use" },
      { type: "mcp_tool_result", content: [{ text: 'added {"day":2}' }] },
      { type: "text" },
    ]);
  });

  it("are used by name if they are the operator's own", async () => {
    const own: ToolsetConnection = {
      listTools: async () => [{ name: "x", inputSchema: { type: "object" } }],
      callTool: async () => ({ content: [], isError: false }),
    };
    const toolsetServers = open({ findNamed: (name) => (name === "own" ? own : undefined) });

    expect(await (await toolsetServers.open({ name: "own" }, never)).listTools(never)).toHaveLength(1);
    await expect(toolsetServers.open({ name: "other" }, never)).rejects.toMatchObject({ status: 400 });
  });

  it.each([
    ["http://127.0.0.1:1/mcp", []],
    ["https://169.254.169.254/latest", ["*.example.com"]],
    ["https://evil.test/mcp?token=secret", ["mcp.example.com"]],
    ["not a url", ["*"]],
  ])("W-MC6: are refused at %s, without revealing the path", async (url, allowedHosts) => {
    const refusal = open({ allowedHosts }).open({ name: "cal", url }, never);

    await expect(refusal).rejects.toMatchObject({ status: 400, body: { error: { type: "invalid_request_error" } } });
    await expect(refusal).rejects.not.toThrow(/secret/);
  });

  it("are a request error if they cannot be reached", async () => {
    const toolsetServers = open({ allowedHosts: ["mcp.example.com"], resolveHost: async () => ["10.0.0.1"] });
    const body = {
      model: "m",
      max_tokens: 1000,
      messages: [user("Add it.")],
      mcp_servers: [{ type: "url", name: "cal", url: "https://mcp.example.com/mcp" }],
      tools: [tool("Bash"), { type: "mcp_toolset", mcp_server_name: "cal" }],
    };
    const upstream = scriptedModel(() => ({ text: "ok" }));

    await expect(ask(createAnswerRequest({ toolsetServers }), { body, upstream })).rejects.toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining("cal") } },
    });
    expect(upstream.calls).toEqual([]);
  });
});
