import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "../workspace.ts";
import { documentWithFolderTables, updateFolderTables } from "./folder-tables.ts";

const file = join(rootFolder, documentWithFolderTables);
writeFileSync(file, updateFolderTables(readFileSync(file, "utf8")));
