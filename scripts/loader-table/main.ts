import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "../workspace.ts";
import { documentWithLoaderTable, updateLoaderTable } from "./loader-table.ts";

const file = join(rootFolder, documentWithLoaderTable);
writeFileSync(file, updateLoaderTable(readFileSync(file, "utf8")));
