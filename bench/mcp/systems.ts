import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { ServerPool } from "@toolcrib/mcp";

/** Something that answers calls of the echo tool. */
export interface RunningSystem {
  call(text: string): Promise<unknown>;
  /** Bytes of the tool list that a client gets; undefined where there is none. */
  listBytes?(): Promise<number>;
  close(): Promise<void>;
}

/** How a system is started, and what it is compared with. */
export interface System {
  readonly name: string;
  /** Systems of a group do the same thing over the same transport; the first is the direct way. */
  readonly group: "stdio" | "HTTP" | "in process";
  start(toolCount: number): Promise<RunningSystem>;
}

const require = createRequire(import.meta.url);
const processFile = (name: string) => fileURLToPath(new URL(`./processes/${name}`, import.meta.url));
const toolsServer = (count: number) => [processFile("tools-server.mjs"), String(count)];
const environment = Object.fromEntries(
  Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
);

export const systems: readonly System[] = [
  {
    name: "direct",
    group: "stdio",
    start: (count) => overStdio(toolsServer(count), "echo"),
  },
  {
    name: "toolcrib",
    group: "stdio",
    start: (count) => overStdio([processFile("front.mjs"), "stdio", String(count)], "mcp__bench__echo"),
  },
  {
    name: "direct",
    group: "HTTP",
    start: () => overHttp([processFile("direct-http.mjs")], "echo"),
  },
  {
    name: "toolcrib",
    group: "HTTP",
    start: (count) => overHttp([processFile("front.mjs"), "http", String(count)], "mcp__bench__echo"),
  },
  {
    name: "mcp-proxy",
    group: "HTTP",
    start: async (count) => {
      const port = await freePort();
      const options = ["--port", String(port), "--host", "127.0.0.1"];
      const args = [program("mcp-proxy"), ...options, "--", process.execPath, ...toolsServer(count)];
      return overPort(args, () => new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
    },
  },
  {
    name: "mcp-hub",
    group: "HTTP",
    start: async (count) => {
      const port = await freePort();
      const folder = mkdtempSync(join(tmpdir(), "toolcrib-bench-"));
      process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
      const config = join(folder, "servers.json");
      const bench = { command: process.execPath, args: toolsServer(count) };
      writeFileSync(config, JSON.stringify({ mcpServers: { bench } }));
      const args = [program("mcp-hub"), "--port", String(port), "--config", config];
      return overPort(args, () => new SSEClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
    },
  },
  {
    name: "direct",
    group: "in process",
    start: (count) => overStdio(toolsServer(count), "echo"),
  },
  { name: "toolcrib", group: "in process", start: startPool },
  { name: "mcporter", group: "in process", start: startMcporter },
];

async function overStdio(args: readonly string[], tool: string): Promise<RunningSystem> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args],
    env: environment,
    stderr: "ignore",
  });
  return withClient(transport, tool, async () => {});
}

async function overHttp(args: readonly string[], tool: string): Promise<RunningSystem> {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const transport = new StreamableHTTPClientTransport(new URL(line.toString().trim()));
  return withClient(transport, tool, () => end(child));
}

/** A peer that is known by its port, and names the tool as it likes. */
async function overPort(args: readonly string[], open: () => Transport): Promise<RunningSystem> {
  const child = spawn(process.execPath, args, { stdio: "ignore", detached: true });
  const deadline = performance.now() + 20_000;
  for (;;) {
    try {
      const probe = new Client({ name: "bench", version: "1.0.0" });
      await probe.connect(open());
      const tool = (await probe.listTools()).tools.find(({ name }) => name.endsWith("echo"));
      await probe.close();
      if (tool !== undefined) return await withClient(open(), tool.name, () => end(child, true));
      throw new Error("the tool is not listed yet");
    } catch (error) {
      if (performance.now() > deadline || child.exitCode !== null) {
        await end(child, true);
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

async function withClient(transport: Transport, tool: string, closeMore: () => Promise<void>): Promise<RunningSystem> {
  const client = new Client({ name: "bench", version: "1.0.0" });
  await client.connect(transport);
  return {
    call: (text) => client.callTool({ name: tool, arguments: { text } }),
    listBytes: async () => Buffer.byteLength(JSON.stringify((await client.listTools()).tools)),
    async close() {
      await client.close();
      await closeMore();
    },
  };
}

async function startPool(count: number): Promise<RunningSystem> {
  const entry = { name: "bench", source: "bench", disabled: false, alwaysLoad: false, policy: [] };
  const pool = new ServerPool({
    entries: [{ ...entry, transport: "stdio", command: process.execPath, args: toolsServer(count), env: {} }],
    cacheFolder: null,
  });
  await pool.connect("bench");
  return { call: (text) => pool.callTool("mcp__bench__echo", { text }), close: () => pool.close() };
}

interface McporterRuntime {
  callTool(server: string, tool: string, options: { args: object }): Promise<unknown>;
  close(): Promise<void>;
}

async function startMcporter(count: number): Promise<RunningSystem> {
  const { createRuntime } = (await import("mcporter")) as {
    createRuntime(options: object): Promise<McporterRuntime>;
  };
  const command = { kind: "stdio", command: process.execPath, args: toolsServer(count), cwd: process.cwd() };
  const runtime = await createRuntime({ servers: [{ name: "bench", command }] });
  return {
    call: (text) => runtime.callTool("bench", "echo", { args: { text } }),
    close: () => runtime.close(),
  };
}

function program(name: string): string {
  const manifest = join(dirname(fileURLToPath(import.meta.url)), "..", "node_modules", name, "package.json");
  const { bin } = require(manifest) as { readonly bin: Readonly<Record<string, string>> };
  return join(dirname(manifest), bin[name] ?? "");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function end(child: ChildProcess, isGroup = false): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.stdin?.end();
  if (isGroup && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  await ended;
}
