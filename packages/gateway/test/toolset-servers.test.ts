import type { ServerPool } from "@toolcrib/mcp";
import { titlesOfFailedChecks } from "@toolcrib/shared/suites";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createToolsetServers, type ToolsetConnection, type ToolsetServers } from "../src/index.ts";
import { type ToolsetServersUnderTest, toolsetServersSuite } from "../src/suites/index.ts";
import { everythingPool } from "../src/testing/everything-pool.ts";
import { serve, type TestServer } from "../src/testing/serve.ts";

const inputSchema = { type: "object" };
const results: Readonly<Record<string, object>> = {
  initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
  "tools/list": { tools: ["now", "never"].map((name) => ({ name, inputSchema })) },
};

/** Answers calls of `now`, and never those of `never`. */
async function serveMcp(): Promise<TestServer> {
  return serve((request, bytes, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method, params } = JSON.parse(bytes.toString()) as {
      readonly id?: number;
      readonly method: string;
      readonly params?: { readonly name?: string };
    };
    if (id === undefined) return void response.writeHead(202).end();
    if (params?.name === "never") return;
    const called = { content: [{ type: "text", text: "It is noon." }] };
    const result = method === "tools/call" ? called : results[method];
    const answer = result === undefined ? { error: { code: -32601, message: "Method not found" } } : { result };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  });
}

let remote: TestServer;
let pool: ServerPool;
beforeAll(async () => {
  remote = await serveMcp();
  pool = everythingPool();
});
afterAll(async () => {
  await Promise.all([remote.close(), pool.close()]);
});

const byUrl: ToolsetServersUnderTest = {
  create: () => createToolsetServers({ allowedHosts: [remote.url] }),
  get server() {
    return { name: "clock", url: `${remote.url}/mcp` };
  },
  call: { tool: "now", input: {}, answer: "noon" },
  slowCall: { tool: "never", input: {} },
  unknownServer: { name: "stranger", url: "https://stranger.test/mcp" },
};

const byName: ToolsetServersUnderTest = {
  create: () =>
    createToolsetServers({ findNamed: (name) => (name === "everything" ? pool.connection(name) : undefined) }),
  server: { name: "everything" },
  call: { tool: "echo", input: { message: "parrot" }, answer: "parrot" },
  slowCall: { tool: "trigger-long-running-operation", input: { duration: 120, steps: 2 } },
  unknownServer: { name: "stranger" },
};

describe.each([
  ["a URL, over a socket", byUrl],
  ["the name of a real server that runs as a process", byName],
])("MCP servers that a request names by %s", (_what, underTest) => {
  it.each(toolsetServersSuite(underTest))("$title", ({ run }) => run());
});

describe("toolsetServersSuite", () => {
  const withConnection =
    (change: (connection: ToolsetConnection) => Partial<ToolsetConnection>) =>
    (servers: ToolsetServers): Partial<ToolsetServers> => ({
      async open(server, signal) {
        const connection = await servers.open(server, signal);
        return {
          listTools: (listSignal) => connection.listTools(listSignal),
          callTool: (name, input, callSignal) => connection.callTool(name, input, callSignal),
          ...change(connection),
        };
      },
    });
  const untouched = new AbortController().signal;

  it.each<[string, (servers: ToolsetServers) => Partial<ToolsetServers>, string[]]>([
    [
      "hides which server it cannot open",
      (servers) => ({
        open: (server, signal) =>
          servers.open(server, signal).catch(() => {
            throw new Error("It cannot be opened.");
          }),
      }),
      ["says of a server that it cannot open which one it is"],
    ],
    [
      "ignores the signal of a list",
      withConnection((connection) => ({ listTools: () => connection.listTools(untouched) })),
      ["starts nothing for a request that is over"],
    ],
    [
      "answers calls of any tool",
      withConnection((connection) => ({
        callTool: (name, input, signal) => connection.callTool(name.startsWith("no_") ? "now" : name, input, signal),
      })),
      ["answers a call of a tool that the server does not have with an error in words"],
    ],
    [
      "can be closed once",
      (servers) => {
        let isClosed = false;
        return {
          async close() {
            if (isClosed) throw new Error("It is closed.");
            isClosed = true;
            await servers.close();
          },
        };
      },
      ["can be closed unused, and more than once"],
    ],
  ])("detects an implementation that %s", async (_what, change, titles) => {
    const checks = toolsetServersSuite({
      ...byUrl,
      server: byUrl.server,
      async create() {
        const servers = await byUrl.create();
        return {
          specificationVersion: "v1",
          open: (server, signal) => servers.open(server, signal),
          close: () => servers.close(),
          ...change(servers),
        };
      },
    });

    expect(await titlesOfFailedChecks(checks)).toEqual(titles);
  });
});
