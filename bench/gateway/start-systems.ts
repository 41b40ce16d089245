import { type ChildProcess, fork, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Api, apis, dialectOf, pathOf } from "./apis.ts";
import type { System } from "./system.ts";

/** The systems side by side: the upstream itself, ours, and the peers that run here. */
export interface Systems {
  readonly direct: System;
  readonly own: System;
  readonly peers: readonly System[];
  /** Leaves the gateways one core, where the system can pin processes. */
  pinGateways(): void;
  stop(): void;
}

const command = fileURLToPath(new URL("../../packages/cli/bin/toolcrib.js", import.meta.url));
const portkeyServer = fileURLToPath(
  new URL("../node_modules/@portkey-ai/gateway/build/start-server.js", import.meta.url),
);
const clientHeaders = {
  "content-type": "application/json",
  "x-api-key": "key",
  authorization: "Bearer key",
  "anthropic-version": "2023-06-01",
} as const;

/** Starts every system in a process of its own. */
export async function startSystems(withPeers: boolean): Promise<Systems> {
  const children: ChildProcess[] = [];
  const upstream = await startOwn("upstream.ts", [], children);
  const upstreamUrl = `http://127.0.0.1:${upstream.port}`;
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-bench-"));
  const own = await startServe(upstreamUrl, folder, children);
  const proxy = await startOwn("node-proxy.ts", [upstreamUrl], children);
  const floor: System = {
    name: "node proxy",
    processId: proxy.processId,
    url: new URL(`http://127.0.0.1:${proxy.port}`),
    urlFor: ({ path, api }) => new URL(`http://127.0.0.1:${proxy.port}${path}${pathOf[api]}`),
    headersFor: () => clientHeaders,
    takes: ({ api, upstreamApi }) => api === upstreamApi,
  };
  const peers = [floor, ...(withPeers ? [await startPortkey(upstreamUrl, children)] : [])];
  return {
    direct: {
      name: "direct",
      processId: upstream.processId,
      url: new URL(upstreamUrl),
      urlFor: ({ path, api }) => new URL(`${upstreamUrl}${path}${pathOf[api]}`),
      headersFor: () => clientHeaders,
      takes: () => true,
    },
    own: systemAt("toolcrib", own, () => clientHeaders),
    peers,
    pinGateways: () => {
      for (const processId of [own.processId, ...peers.map((peer) => peer.processId)]) pinToFirstCore(processId);
    },
    stop: () => {
      for (const child of children) child.kill("SIGKILL");
      rmSync(folder, { recursive: true });
    },
  };
}

function systemAt(
  name: string,
  { port, processId }: { readonly port: number; readonly processId: number },
  headersFor: System["headersFor"],
  takes: System["takes"] = () => true,
): System {
  const url = new URL(`http://127.0.0.1:${port}`);
  return { name, processId, url, headersFor, takes, urlFor: ({ api }) => new URL(pathOf[api], url) };
}

async function startOwn(
  file: string,
  argumentList: readonly string[],
  children: ChildProcess[],
): Promise<{ readonly port: number; readonly processId: number }> {
  const child = fork(fileURLToPath(new URL(`./processes/${file}`, import.meta.url)), argumentList);
  children.push(child);
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message: { port: number }) => resolve(message.port));
    child.once("exit", (code) => reject(new Error(`${file} ended with code ${code}.`)));
  });
  return { port, processId: child.pid ?? 0 };
}

/** The gateway as users get it: the built command, with a route for each kind of request. */
async function startServe(
  upstream: string,
  folder: string,
  children: ChildProcess[],
): Promise<{ readonly port: number; readonly processId: number }> {
  const upstreamOf = (api: Api, path: string) => ({
    dialect: dialectOf[api],
    url: `${upstream}${path}${api === "messages" ? "" : "/v1"}`,
  });
  const config = {
    upstreams: {
      search: upstreamOf("messages", "/search"),
      ...Object.fromEntries(apis.map((api) => [api, upstreamOf(api, "")])),
      ...Object.fromEntries(apis.map((api) => [`slow-${api}`, upstreamOf(api, "/slow")])),
    },
    routes: [
      { model: "search-*", upstream: "search", loader: "bridge" },
      ...apis.map((api) => ({ model: `slow-${api}-*`, upstream: `slow-${api}` })),
      ...apis.map((api) => ({ model: `${api}-*`, upstream: api, loader: "bridge" })),
    ],
    limits: { bodyBytes: 64 * 2 ** 20 },
  };
  const file = join(folder, "toolcrib.json");
  writeFileSync(file, JSON.stringify(config));
  const child = spawn(process.execPath, [command, "serve", "--config", file, "--port", "0", "--json"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once("data", (line: Buffer) => resolve((JSON.parse(line.toString()) as { port: number }).port));
    child.once("exit", (code) => reject(new Error(`toolcrib serve ended with code ${code}.`)));
  });
  return { port, processId: child.pid ?? 0 };
}

async function startPortkey(upstreamUrl: string, children: ChildProcess[]): Promise<System> {
  const port = await freePort();
  const child = spawn(process.execPath, [portkeyServer, "--headless", `--port=${port}`], { stdio: "ignore" });
  children.push(child);
  const system = systemAt(
    "portkey",
    { port, processId: child.pid ?? 0 },
    ({ path, upstreamApi }) => ({
      ...clientHeaders,
      "x-portkey-provider": upstreamApi === "messages" ? "anthropic" : "openai",
      "x-portkey-custom-host": `${upstreamUrl}${path}/v1`,
    }),
    // Of all translations, it has the one from Chat Completions to Messages.
    ({ api, upstreamApi }) => api === upstreamApi || (api === "chat" && upstreamApi === "messages"),
  );
  await waitFor(system.url);
  return system;
}

async function waitFor(url: URL): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`Nothing answers at ${url.host}.`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

function pinToFirstCore(processId: number): void {
  if (existsSync("/usr/bin/taskset")) {
    spawnSync("taskset", ["-a", "-p", "-c", "0", String(processId)], { stdio: "ignore" });
  }
}
