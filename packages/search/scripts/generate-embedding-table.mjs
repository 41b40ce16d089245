// Turns the committed embedding table (binary) into a module that any bundler and runtime can import lazily.
// Base64 in a module needs no file system, no fetch and no loader setting where the library runs.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const binaryFile = new URL("../table/embedding-table.bin", import.meta.url);
const moduleFile = new URL("../src/table/embedding-table.generated.ts", import.meta.url);

// Without the binary the module is still there, empty, and reading the table fails with `invalid_table`.
const bytes = existsSync(binaryFile) ? readFileSync(binaryFile) : Buffer.alloc(0);
const sha256 = createHash("sha256").update(bytes).digest("hex");
const source = `// Generated from table/embedding-table.bin by scripts/generate-embedding-table.mjs. Do not edit.

/** SHA-256 of the table's bytes, as lower-case hexadecimal. */
export const embeddingTableSha256: string = "${sha256}";

/** The table's bytes as base64. */
export const embeddingTableBase64: string =
  "${bytes.toString("base64")}";
`;

mkdirSync(new URL(".", moduleFile), { recursive: true });
writeFileSync(moduleFile, source);
