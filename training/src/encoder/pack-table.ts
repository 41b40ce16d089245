/**
 * `npm run table:pack -- TABLE.bin ROWS.f32 [FILE]`: moves the rows of a table three quarters of the way towards those that
 * `train.py` wrote, and packs them. Default file: the table of `@toolcrib/search`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readTable, writeTable } from "../table/table-file.ts";

/** Half of the way finds fewer everyday tools, and the whole way loses on other queries. */
const share = 0.75;
const shipped = join(import.meta.dirname, "../../../packages/search/table/embedding-table.bin");

const [tableFile, rowsFile, target = shipped] = process.argv.slice(2);
if (tableFile === undefined || rowsFile === undefined) {
  throw new Error("Expected a table that `npm run table` made, and the rows that train.py wrote.");
}
const table = readTable(tableFile);
// A copy, because typed arrays need an aligned start.
const rows = new Float32Array(new Uint8Array(readFileSync(rowsFile)).buffer);
if (rows.length !== table.vectors.length) {
  throw new Error(`Expected ${table.vectors.length} numbers in ${rowsFile}, got ${rows.length}.`);
}
const vectors = table.vectors.map((number, place) => share * rows[place] + (1 - share) * number);
console.log(`${target}: ${(writeTable(target, { ...table, vectors }) / 1e6).toFixed(1)} MB`);
