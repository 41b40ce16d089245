import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Database, Query } from "../sql/database.ts";
import { migrate } from "../sql/migrate.ts";
import { readFreeBytes, withFreeSpace } from "./free-space.ts";
import { openFolder } from "./open-folder.ts";

const mebibyte = 1024 * 1024;

/** A database that only counts, on a disk whose free space the test sets. */
function open() {
  const state = { free: 48 * mebibyte, statements: 0 };
  const query: Query = async () => {
    state.statements++;
    return [];
  };
  const database: Database = {
    query,
    transaction: (run) => run(query),
    runLong: async (text) => void (await query(text)),
    close: async () => {},
  };
  return { state, database: withFreeSpace(database, "/data", () => state.free) };
}

const write = "INSERT INTO toolcrib_values (key) VALUES ($1)";

it("refuses every kind of write while the disk is nearly full, and goes on when it is not", async () => {
  const { state, database } = open();
  state.free = 47.5 * mebibyte;
  const writes: readonly (() => Promise<unknown>)[] = [
    () => database.query(write, ["a"]),
    () => database.query("WITH gone AS (DELETE FROM t RETURNING 1) SELECT count(*) FROM gone"),
    () => database.query("create table t ()"),
    () => database.transaction((query) => query("UPDATE t SET a = 1")),
    () => database.runLong("CREATE INDEX i ON t (a)"),
  ];
  for (const attempt of writes) {
    await expect(attempt()).rejects.toMatchObject({
      code: "store_disk_full",
      details: { folder: "/data", needed: expect.any(Number), free: 47 },
    });
  }
  expect(state.statements).toBe(0);

  state.free = 49 * mebibyte;
  for (const attempt of writes) await attempt();
  expect(state.statements).toBe(writes.length);
});

it("reads on a full disk", async () => {
  const { state, database } = open();
  state.free = 0;

  await database.query("SELECT value FROM toolcrib_values WHERE key = $1", ["a"]);
  await database.query("WITH found AS (SELECT 1) SELECT * FROM found");

  expect(state.statements).toBe(2);
});

it("needs more space for a large value", async () => {
  const { state, database } = open();
  const large = "x".repeat(10 * mebibyte);

  for (const values of [[large], [[large]]]) {
    await expect(database.query(write, values)).rejects.toMatchObject({ details: { needed: 78, free: 48 } });
  }

  state.free = 80 * mebibyte;
  await database.query(write, [large]);
});

it("says that the disk is full if tables cannot be created", async () => {
  const { state, database } = open();
  state.free = 0;

  await expect(migrate(database)).rejects.toMatchObject({ code: "store_disk_full" });
});

it("opens no database without space for it, and leaves nothing behind", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-space-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

  await expect(openFolder(folder, () => 95 * mebibyte)).rejects.toMatchObject({
    code: "store_disk_full",
    message: expect.stringContaining("expected 96 MiB of free space, got 95 MiB"),
  });

  expect(readdirSync(folder)).toEqual([]);
});

it("knows the free space of a folder, also of one that is still to be made", () => {
  for (const folder of [tmpdir(), join(tmpdir(), "not", "there")]) {
    expect(readFreeBytes(folder)).toBeGreaterThan(0);
    expect(readFreeBytes(folder)).toBeLessThan(Number.POSITIVE_INFINITY);
  }
});
