import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type AuditRecord, verifyAudit } from "@toolcrib/gateway";
import { openStore } from "@toolcrib/store";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type PostgresServer, startPostgres } from "../../../store/src/testing/postgres-server.ts";
import { officeEntry } from "../../src/testing/office.ts";
import { runInProcess } from "../../src/testing/run-in-process.ts";
import { binFile } from "../../src/testing/run-toolcrib.ts";
import { createTemporaryFiles } from "../../src/testing/temporary-files.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const files = createTemporaryFiles();
let postgres: PostgresServer;
let place = "";
beforeAll(async () => {
  postgres = await startPostgres();
  place = await postgres.createDatabase();
});
afterAll(() => postgres.close());

/** The lines of the log in the store, after checking that they are a chain. */
async function readLog(): Promise<readonly AuditRecord[]> {
  const store = await openStore(place);
  const lines = ((await store.journal?.read("audit", { limit: 100 })) ?? []).map(({ text }) => text);
  await store.close();
  expect((await verifyAudit(lines, { publicKeys: [] })).problems).toEqual([]);
  return lines.map((line) => JSON.parse(line) as AuditRecord);
}

function run(...words: readonly string[]) {
  return runInProcess(words, { environment: {}, folder: files.folder });
}

it("has changes that commands make in the store, approvals, and calls over stdio, in one log", async () => {
  const config = { store: place, audit: {}, mcpServers: { office: officeEntry(join(files.folder, "runs")) } };
  const withoutAudit = ["--store", place];
  await run("access", "add-organisation", "before", ...withoutAudit);
  expect(await readLog()).toEqual([]);

  writeFileSync(join(files.folder, "toolcrib.json"), JSON.stringify(config));
  await run("access", "add-organisation", "acme");
  const created = await run("keys", "create", "ci", "--organisation", "acme");
  await run("keys", "create", "ci", "--organisation", "acme");
  // A log that is in the store is continued, whatever the command knows of a config.
  writeFileSync(join(files.folder, "toolcrib.json"), JSON.stringify({ mcpServers: config.mcpServers }));
  await run("access", "add-team", "data", "--organisation", "acme", ...withoutAudit);
  writeFileSync(join(files.folder, "toolcrib.json"), JSON.stringify(config));
  const pins = join(files.folder, "pins.json");
  writeFileSync(pins, JSON.stringify({ version: 2, approved: { office: { tools: {} } } }));
  const approved = await run("approve", "mcp__office__read_note", "--pins", pins, "--config", "toolcrib.json");
  expect([approved.stdout, approved.stderr]).toEqual([expect.stringContaining("approved mcp__office__read_note"), ""]);

  const client = new Client({ name: "test", version: "1.0.0" });
  const environment = { HOME: files.folder, XDG_CACHE_HOME: files.folder, PATH: process.env["PATH"] ?? "" };
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [binFile, "mcp", "--config", join(files.folder, "toolcrib.json")],
      env: environment,
      stderr: "ignore",
    }),
  );
  await client.callTool({ name: "call_tool", arguments: { name: "mcp__office__read_note", arguments: { path: "a" } } });
  await client.callTool({ name: "call_tool", arguments: { name: "mcp__office__no_such", arguments: {} } });
  await client.close();

  const change = { kind: "change", door: "command", account: expect.any(String), outcome: "ok" };
  const call = { kind: "call", door: "stdio", account: expect.any(String), by: "gateway" };
  await expect
    .poll(readLog, { timeout: 10_000 })
    .toMatchObject([
      { ...change, organisation: "acme", change: { change: "add-organisation" } },
      { ...change, change: { change: "create-key", key: "ci" } },
      { ...change, change: { change: "create-key", key: "ci" }, outcome: "refused", refusal: "access_conflict" },
      { ...change, change: { change: "add-team", team: "data" } },
      { ...change, change: { change: "approve", approved: ["mcp__office__read_note"] } },
      { ...call, server: "office", tool: "read_note", outcome: "ok" },
      { ...call, tool: "mcp__office__no_such", outcome: "refused", refusal: "unknown" },
      { kind: "checkpoint" },
    ]);
  expect(JSON.stringify(await readLog())).not.toContain(created.stdout.trim());
});
