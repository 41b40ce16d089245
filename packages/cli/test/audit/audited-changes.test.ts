import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type AuditRecord, createAuditKeys, verifyAudit } from "@toolcrib/gateway";
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

async function readLines(of: string): Promise<readonly string[]> {
  const store = await openStore(of);
  const entries = (await store.journal?.read("audit", { limit: 100 })) ?? [];
  await store.close();
  return entries.map(({ text }) => text);
}

/** The lines of the log in the store, after checking that they are a chain. */
async function readLog(): Promise<readonly AuditRecord[]> {
  const lines = await readLines(place);
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
    .poll(readLog)
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

const { privateKey, publicKey } = createAuditKeys();

/** Runs commands that change a store of their own, and verifies what its audit log then has. */
async function logAfterCommands(audit: object, environment: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(files.folder, "signed-"));
  const store = await postgres.createDatabase();
  writeFileSync(join(folder, "toolcrib.json"), JSON.stringify({ store, audit }));
  let stderr = "";
  for (const name of ["acme", "other"]) {
    const made = await runInProcess(["access", "add-organisation", name], { environment, folder });
    expect(made.exitCode).toBe(0);
    stderr += made.stderr;
  }
  const lines = await readLines(store);
  const { problems, signedCheckpoints, unsignedLines } = await verifyAudit(lines, { publicKeys: [publicKey] });
  const kinds = lines.map((line) => (JSON.parse(line) as AuditRecord).kind);
  return { kinds, problems, signedCheckpoints, unsignedLines, stderr };
}

it("has a signed checkpoint after each change of a command that has the key, so that no gateway has to write it", async () => {
  const signed = {
    kinds: ["change", "checkpoint", "change", "checkpoint"],
    problems: [],
    signedCheckpoints: 2,
    unsignedLines: 0,
  };
  expect(await logAfterCommands({}, { TOOLCRIB_AUDIT_KEY: privateKey })).toMatchObject(signed);
  expect(await logAfterCommands({ signingKeyEnv: "OTHER_KEY" }, { OTHER_KEY: privateKey })).toMatchObject(signed);
});

it("has the changes of a command without a key, or with an invalid one, which is reported, and no checkpoint", async () => {
  const unsigned = { kinds: ["change", "change"], problems: [], unsignedLines: 2 };
  const withoutKey = await logAfterCommands({}, {});
  expect(withoutKey).toMatchObject({ ...unsigned, stderr: expect.not.stringContaining("signed") });
  expect(await logAfterCommands({}, { TOOLCRIB_AUDIT_KEY: "no key" })).toMatchObject({
    ...unsigned,
    stderr: expect.stringMatching(/The audit log is not signed: .*TOOLCRIB_AUDIT_KEY/),
  });
});
