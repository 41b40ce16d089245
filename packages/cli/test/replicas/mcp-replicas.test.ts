import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, it, onTestFinished, vi } from "vitest";
import { queryDatabase, startPostgres } from "../../../store/src/testing/postgres-server.ts";
import { officeEntry } from "../../src/testing/office.ts";
import { startRoundRobin } from "../../src/testing/round-robin.ts";
import { runInProcess } from "../../src/testing/run-in-process.ts";
import { createTemporaryFiles } from "../../src/testing/temporary-files.ts";
import { createReplicas } from "./replica.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const files = createTemporaryFiles();
const replicas = createReplicas(files);

it("replicas continue each other's MCP sessions, also after a restart, and follow approvals in the store", async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.close());
  const store = await postgres.createDatabase();
  const runs = files.write("mcp/runs", "");
  const config = files.write("mcp/toolcrib.json", JSON.stringify({ store, mcpServers: { office: officeEntry(runs) } }));
  const start = () => replicas.start(["--config", config, "--pins", "store", "--quiet"]);
  const running = await Promise.all([start(), start(), start()]);
  const balancer = await startRoundRobin();
  onTestFinished(() => balancer.close());
  for (const { url } of running) balancer.servers.add(url);
  await expect.poll(() => running.every(({ url }) => balancer.isReady(url)), { timeout: 20_000 }).toBe(true);
  const client = new Client({ name: "of 2025", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${balancer.url}/mcp`)));
  onTestFinished(() => client.close());
  const call = async (): Promise<string> => {
    const note = { name: "mcp__office__read_note", arguments: { path: "desk" } };
    return JSON.stringify((await client.callTool({ name: "call_tool", arguments: note })).content);
  };
  for (let turn = 0; turn < 7; turn++) expect(await call()).toContain("read_note ran");

  for (const { url, command } of running.splice(0, 2)) {
    command.signal("SIGTERM");
    await command.ended;
    balancer.servers.delete(url);
  }
  const later = [...running, await start()];
  balancer.servers.add(later[1]?.url ?? "");
  await expect.poll(() => later.every(({ url }) => balancer.isReady(url)), { timeout: 20_000 }).toBe(true);
  for (let turn = 0; turn < 4; turn++) expect(await call()).toContain("read_note ran");

  const shown = () =>
    Promise.all(
      later.map(async ({ url }) => {
        const { tools } = (await (await fetch(`${url}/admin/catalogue`)).json()) as { tools: { name: string }[] };
        return tools.some(({ name }) => name === "mcp__office__read_note");
      }),
    );
  expect(await shown()).toEqual([true, true]);
  // As if another version had been approved.
  const pins = "UPDATE toolcrib_values SET value = $1 WHERE namespace = 'pins' AND id = $2";
  const approved = { office: { tools: { read_note: "another" } } };
  await queryDatabase(store, pins, [JSON.stringify({ version: 2, approved }), "approved"]);
  await queryDatabase(store, pins, [JSON.stringify({ version: "another" }), "version"]);
  await expect.poll(shown).toEqual([false, false]);
  const approve = ["approve", "mcp__office__read_note", "--config", config, "--pins", "store"];
  expect((await runInProcess(approve, { folder: files.folder })).stdout).toContain("approved");
  await expect.poll(shown).toEqual([true, true]);
});
