import { readFileSync, writeFileSync } from "node:fs";
import { updateDialectTable } from "../test/declared-parts/dialect-table.ts";

const file = new URL("../../../docs/dialects.md", import.meta.url);
writeFileSync(file, updateDialectTable(readFileSync(file, "utf8")));
