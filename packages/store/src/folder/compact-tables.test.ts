import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Row } from "../sql/database.ts";
import { SqlStore } from "../sql/sql-store.ts";
import { compactTables } from "./compact-tables.ts";
import { openFolder } from "./open-folder.ts";

const mebibyte = 1024 * 1024;

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.reduce((sum, file) => sum + statSync(file).size, 0) / mebibyte;
}

it("shrinks a folder when its values have expired, and keeps the others", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const time = { now: 1_000_000 };
  let cleanUp = (): void => {};
  const restarted = vi.fn();
  const database = await openFolder(folder);
  const store = new SqlStore(database, {
    now: () => time.now,
    startTimer: (_milliseconds, onEnd) => {
      cleanUp = onEnd;
      return { stop: () => {}, restart: restarted };
    },
    // It also reports that this clock is not the machine's.
    reportProblem: (_problem, error) => {
      if (error instanceof Error) throw error;
    },
  });
  const keyOf = (id: string) => ({ namespace: "n", owner: "o", id });
  await store.set(keyOf("kept"), { text: "kept" }, { milliseconds: 10_000_000 });
  const empty = sizeOf(folder);
  // Not compressed, like encrypted or encoded values.
  await database.query("ALTER TABLE toolcrib_values ALTER COLUMN value SET STORAGE EXTERNAL");
  await database.query(`INSERT INTO toolcrib_values (key, namespace, owner, id, value, expires_at)
    SELECT 'k' || number, 'n', 'o', '', repeat('x', 64000), 1001000 FROM generate_series(1, 400) AS number`);
  // At the end of its table, so that the space before it is not at the end.
  const last = { text: "y".repeat(64_000) };
  await store.set(keyOf("last"), last, { milliseconds: 10_000_000 });
  const full = sizeOf(folder);
  time.now += 2_000;
  cleanUp();
  await expect.poll(() => restarted, { timeout: 30_000 }).toHaveBeenCalled();

  expect(full - empty).toBeGreaterThan(40);
  expect(sizeOf(folder) - empty).toBeLessThan(5);
  expect(await store.get([keyOf("kept"), keyOf("last")])).toEqual([{ text: "kept" }, last]);
  await store.close();
});

const table = { name: "toolcrib_values", live: "10", dead: "0", rows: "10", pages: "5000", width: "100" };
const large = { ...table, long_rows: "0", long_pages: "0" };

/** The statements that are run for tables like this. */
async function statementsFor(row: Row, { free = 1_000 * mebibyte, log = 0, isThorough = false } = {}) {
  const run: string[] = [];
  const query = async (text: string): Promise<readonly Row[]> => {
    if (text.includes("pg_ls_waldir")) return [{ bytes: String(log) }];
    if (text.startsWith("SELECT")) return [row];
    run.push(text);
    return [];
  };
  await compactTables(query, { hasRoom: (bytes) => free >= bytes, isThorough });
  return run;
}

it("does only what is worth it", async () => {
  const full = "VACUUM (FULL, ANALYZE) toolcrib_values";
  const plain = "VACUUM (ANALYZE) toolcrib_values";

  expect(await statementsFor({ ...large, pages: "100" })).toEqual([]);
  expect(await statementsFor({ ...large, pages: "100", dead: "53" })).toEqual([plain]);
  expect(await statementsFor({ ...large, pages: "100" }, { isThorough: true })).toEqual([plain]);
  expect(await statementsFor(large)).toEqual([full]);
  // Most of it is in use, too much is in use, or there is no room for a copy.
  expect(await statementsFor({ ...large, rows: "200000" })).toEqual([]);
  expect(await statementsFor({ ...large, pages: "50000", long_rows: "40000" })).toEqual([]);
  expect(await statementsFor({ ...large, rows: "100000" }, { free: mebibyte })).toEqual([]);
  expect(await statementsFor({ ...large, pages: "100" }, { log: 33 * mebibyte })).toEqual(["CHECKPOINT"]);
});
