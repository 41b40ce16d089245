// Turns the committed entries (binary) into a module that any bundler and runtime can import lazily.
// Base64 in a module needs no file system, no fetch and no loader setting where the library runs.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const binaryFile = new URL("../entries/entries.bin", import.meta.url);
const moduleFile = new URL("../src/file/entries.generated.ts", import.meta.url);

// Without the binary the module is still there, empty, and reading it fails with `invalid_language_entries`.
const bytes = existsSync(binaryFile) ? readFileSync(binaryFile) : Buffer.alloc(0);
const source = `// Generated from entries/entries.bin by scripts/generate-entries.mjs. Do not edit.

/** The entries' bytes as base64. */
export const entriesBase64: string =
  "${bytes.toString("base64")}";
`;

mkdirSync(new URL(".", moduleFile), { recursive: true });
writeFileSync(moduleFile, source);
