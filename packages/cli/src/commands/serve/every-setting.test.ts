import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { commandSettings } from "../../testing/command-settings.ts";
import { memoryServer } from "../../testing/memory-server.ts";
import { openOffice } from "../../testing/office.ts";
import { startToolcrib } from "../../testing/run-toolcrib.ts";
import { serve as serveUpstream } from "../../testing/serve.ts";
import { createTemporaryFiles } from "../../testing/temporary-files.ts";

const files = createTemporaryFiles();
const environment = { HOME: files.folder, XDG_CACHE_HOME: files.folder, XDG_CONFIG_HOME: files.folder };

/** Runs `toolcrib serve` with a config, and sends a request that is wrong. */
async function serve(config: object): Promise<{ servers: readonly string[]; loggedStatuses: readonly number[] }> {
  const file = files.write(`${crypto.randomUUID()}/toolcrib.json`, JSON.stringify(config));
  const command = startToolcrib(["serve", "--port", "0", "--config", file], { environment, folder: files.folder });
  onTestFinished(() => command.signal("SIGKILL"));
  const [, url = ""] = await command.saw(/(http:\/\/127\.0\.0\.1:\d+)/);
  await (await fetch(`${url}/v1/messages`, { method: "POST", body: "no JSON" })).text();
  const health = (await (await fetch(`${url}/admin/health`)).json()) as { servers: readonly { name: string }[] };
  command.signal("SIGTERM");
  const { stdout } = await command.ended;
  const records = stdout.split("\n").filter((line) => line.startsWith("{"));
  return {
    servers: health.servers.map(({ name }) => name),
    loggedStatuses: records.map((record) => (JSON.parse(record) as { trace: { status: number } }).trace.status),
  };
}

/** Whether a found tool is in the list of the front at `/mcp`. */
async function listsFoundTool(listFoundTools: boolean): Promise<boolean> {
  const office = await openOffice(files.folder, { mcp: { listFoundTools } });
  onTestFinished(office.close);
  const client = await office.connect(undefined, { versionNegotiation: { mode: "legacy" } });
  await client.callTool({ name: "search_tools", arguments: { query: "shred note" } });
  return (await client.listTools()).tools.some(({ name }) => name === "mcp__office__shred_note");
}

/** Whether the front at `/mcp` runs a program that calls a tool of a server. */
async function runsPrograms(programs: "javascript" | undefined): Promise<boolean> {
  const office = await openOffice(files.folder, { mcp: programs === undefined ? {} : { programs } });
  onTestFinished(office.close);
  const client = await office.connect();
  const code = `const [found] = await search("shred note"); return found.name;`;
  const answer = await client.callTool({ name: "run_program", arguments: { code } });
  return answer.isError !== true && JSON.stringify(answer).includes("mcp__office__shred_note");
}

/** Whether the encoder leaves vectors of the servers' tools in its cache. */
async function keepsVectors(embedder: string): Promise<boolean> {
  const folder = join(files.folder, crypto.randomUUID());
  const config = { search: { embedder }, mcpServers: { memory: memoryServer("memory.jsonl") } };
  const file = files.write(`${crypto.randomUUID()}/toolcrib.json`, JSON.stringify(config));
  const command = startToolcrib(["serve", "--port", "0", "--config", file], {
    environment: { ...environment, XDG_CACHE_HOME: folder },
    folder: files.folder,
  });
  onTestFinished(() => command.signal("SIGKILL"));
  await command.saw(/(http:\/\/127\.0\.0\.1:\d+)/);
  const cache = join(folder, "toolcrib", "encoder");
  if (embedder === "encoder") await expect.poll(() => existsSync(cache), { timeout: 60_000 }).toBe(true);
  else await wait(1_000);
  command.signal("SIGTERM");
  await command.ended;
  return existsSync(cache);
}

/** Whether a search in Polish finds a tool that is described in English. */
async function findsInPolish(languages: boolean): Promise<boolean> {
  const office = await openOffice(files.folder, { search: { languages } });
  onTestFinished(office.close);
  const client = await office.connect();
  const answer = await client.callTool({ name: "search_tools", arguments: { query: "zniszcz notatkę" } });
  return JSON.stringify(answer).includes("mcp__office__shred_note");
}

interface Stopping {
  readonly ready: number | undefined;
  readonly isRunning: boolean;
}

/** Expects what a gateway answers a while after SIGTERM, and whether a request that never ends still runs then. */
async function expectAfterSignal(shutdown: object, expected: Stopping): Promise<void> {
  let note = (): void => {};
  const arrived = new Promise<void>((resolve) => {
    note = resolve;
  });
  const upstream = await serveUpstream(() => {
    note();
    return new Promise(() => {});
  });
  const config = { upstreams: { test: { dialect: "anthropic", url: upstream } }, shutdown };
  const file = files.write(`${crypto.randomUUID()}/toolcrib.json`, JSON.stringify(config));
  const command = startToolcrib(["serve", "--port", "0", "--config", file], { environment, folder: files.folder });
  onTestFinished(() => command.signal("SIGKILL"));
  const [, url = ""] = await command.saw(/(http:\/\/127\.0\.0\.1:\d+)/);
  const body = JSON.stringify({ model: "m", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] });
  let isRunning = true;
  void fetch(`${url}/v1/messages`, { method: "POST", body })
    .catch(() => {})
    .finally(() => {
      isRunning = false;
    });
  await arrived;
  command.signal("SIGTERM");
  await command.saw(/SIGTERM: stopping/);
  // What must not end has time to.
  await wait(1_500);
  const read = async (): Promise<Stopping> => {
    const ready = await fetch(`${url}/readyz`).then(
      ({ status }) => status,
      () => undefined,
    );
    return { ready, isRunning };
  };
  await expect.poll(read).toEqual(expected);
}

const without = { servers: [], loggedStatuses: [] };

const proofs: Readonly<Record<(typeof commandSettings)[number], () => Promise<void>>> = {
  "mcp.listFoundTools": async () => {
    expect([await listsFoundTool(true), await listsFoundTool(false)]).toEqual([true, false]);
  },
  "mcp.programs": async () => {
    expect([await runsPrograms("javascript"), await runsPrograms(undefined)]).toEqual([true, false]);
  },
  "mcpServers{}.command": async () => {
    const memory = memoryServer("memory.jsonl");
    expect(await serve({ mcpServers: { memory } })).toEqual({ ...without, servers: ["memory"] });
  },
  "search.embedder": async () => {
    expect([await keepsVectors("encoder"), await keepsVectors("table")]).toEqual([true, false]);
  },
  "search.languages": async () => {
    expect([await findsInPolish(true), await findsInPolish(false)]).toEqual([true, false]);
  },
  "shutdown.delaySeconds": async () => {
    await expectAfterSignal({ delaySeconds: 60 }, { ready: 503, isRunning: true });
    await expectAfterSignal({ delaySeconds: 0, drainSeconds: 60 }, { ready: undefined, isRunning: true });
  },
  "shutdown.drainSeconds": async () => {
    await expectAfterSignal({ drainSeconds: 0.1 }, { ready: undefined, isRunning: false });
    await expectAfterSignal({ drainSeconds: 60 }, { ready: undefined, isRunning: true });
  },
  "trace.log": async () => {
    expect(await serve({ trace: { log: "stdout" } })).toEqual({ ...without, loggedStatuses: [400] });
  },
};

it("has no servers and logs nothing if a config says so", async () => {
  expect(await serve({ mcpServers: {}, trace: { log: "off" } })).toEqual(without);
});

it.each(commandSettings)("the setting %s has an effect", async (setting) => {
  await proofs[setting]();
});
