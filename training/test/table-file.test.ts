import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readTable, writeTable } from "../src/table/table-file.ts";

test("a table that is read back has its vocabulary, and its numbers to a fourteenth of the row's range", () => {
  const folder = mkdtempSync(join(tmpdir(), "table-"));
  const vectors = Float32Array.from([0.7, -0.35, 0.1, 0, -7, 3.5, 1, 2]);
  writeTable(join(folder, "table.bin"), { vocabulary: ["café", "##s"], dimensions: 4, vectors });
  const table = readTable(join(folder, "table.bin"));
  rmSync(folder, { recursive: true });
  assert.deepEqual(table.vocabulary, ["café", "##s"]);
  for (const [index, value] of vectors.entries()) {
    const range = index < 4 ? 1.4 : 14;
    assert.ok(Math.abs((table.vectors[index] as number) - value) <= range / 14);
  }
});
