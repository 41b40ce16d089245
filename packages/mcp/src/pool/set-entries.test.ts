import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createFront } from "../index.ts";
import { isRunning } from "../testing/is-running.ts";
import { closePools, openPool, settledPool } from "../testing/open-pool.ts";
import { newFolder, scriptedEntry } from "../testing/scripted-entry.ts";

afterEach(closePools);

const serversOf = (tools: readonly { readonly server: string }[]) => [...new Set(tools.map(({ server }) => server))];

describe("a pool whose servers are replaced", () => {
  it("ends removed servers, starts new ones, and leaves the others running", async () => {
    const { pool, events } = await settledPool({ entries: [scriptedEntry("gone"), scriptedEntry("kept")] });
    const processOf = (name: string) => pool.servers().find((server) => server.name === name)?.processId ?? 0;
    const [gone, kept] = [processOf("gone"), processOf("kept")];
    expect([gone, kept].map(isRunning)).toEqual([true, true]);
    events.length = 0;

    await pool.setEntries([scriptedEntry("kept"), scriptedEntry("added")]);
    await pool.settled(20_000);

    expect(pool.servers().map(({ name }) => name)).toEqual(["added", "kept"]);
    expect(serversOf(pool.tools())).toEqual(["added", "kept"]);
    expect(processOf("kept")).toBe(kept);
    await expect.poll(() => isRunning(gone)).toBe(false);
    expect(events).toContainEqual(expect.objectContaining({ type: "tools", server: "gone", added: [] }));
    expect(() => pool.connection("gone")).toThrow("gone");
    await expect(pool.callTool("mcp__gone__echo", { text: "x" })).rejects.toThrow("mcp__gone__echo");
    expect(await pool.callTool("mcp__added__echo", { text: "x" })).toMatchObject({ content: [{ text: "x" }] });
  });

  it("forgets a removed server that was still listing its tools", async () => {
    const listsFile = join(newFolder(), "lists");
    const { pool, events } = openPool({
      entries: [scriptedEntry("gone", { listsFile, listDelay: 1_000 })],
      endMilliseconds: 10_000,
    });
    await pool.start();
    await expect.poll(() => existsSync(listsFile)).toBe(true);
    events.length = 0;

    await pool.setEntries([]);

    expect(pool.tools()).toEqual([]);
    expect(events).toEqual([{ type: "servers" }]);
  });

  it("does not wait for a removed server to start", async () => {
    const startsFile = join(newFolder(), "starts");
    const { pool, events } = openPool({
      entries: [scriptedEntry("gone", { startsFile, delay: 60_000 })],
      probeMilliseconds: 60_000,
    });
    await pool.start();
    await expect.poll(() => existsSync(startsFile) && readFileSync(startsFile, "utf8")).toMatch(/\d\n/);
    events.length = 0;

    await pool.setEntries([]);

    expect(events).toEqual([{ type: "servers" }]);
    expect(isRunning(Number(readFileSync(startsFile, "utf8")))).toBe(false);
  });

  it("restarts a server whose entry changed, but not for other rules", async () => {
    const { pool } = await settledPool({ entries: [scriptedEntry("a"), scriptedEntry("b")] });
    const processes = () => pool.servers().map(({ processId }) => processId);
    const before = processes();

    const policy = [{ action: "hide", name: "*", server: "a" }] as const;
    await pool.setEntries([scriptedEntry("a", {}, { policy }), scriptedEntry("b", { stubborn: true })]);
    await pool.settled(20_000);

    expect(pool.entries()[0]?.policy).toEqual(policy);
    expect(processes()[0]).toBe(before[0]);
    expect(processes()[1]).not.toBe(before[1]);
  });

  it("changes nothing if two entries have one name", async () => {
    const { pool } = await settledPool({ entries: [scriptedEntry("a")] });

    await expect(pool.setEntries([scriptedEntry("b"), scriptedEntry("b")])).rejects.toMatchObject({
      code: "duplicate_server",
    });

    expect(pool.servers().map(({ name }) => name)).toEqual(["a"]);
  });

  it("shows the front's clients the new servers under their new rules", async () => {
    const { pool } = await settledPool({ entries: [scriptedEntry("a")] });
    const front = await createFront({ pool });
    const client = { name: "test", caller: undefined };
    expect(front.toolDefinition(client, "mcp__a__echo")).toBeDefined();

    const policy = [{ action: "deny", name: "echo", server: "a" }] as const;
    await pool.setEntries([scriptedEntry("a", {}, { policy }), scriptedEntry("b")]);
    await pool.settled(20_000);

    expect(front.toolDefinition(client, "mcp__a__echo")).toBeUndefined();
    expect(front.toolDefinition(client, "mcp__b__echo")).toBeDefined();
    await front.close();
  });
});
