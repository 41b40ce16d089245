#!/usr/bin/env node
// Written by hand and committed, so that npm can link the command before the first build.
import { existsSync } from "node:fs";

const entry = new URL("../dist/main.js", import.meta.url);

if (existsSync(entry)) {
  await import(entry.href);
} else {
  console.error("toolcrib is not built yet: run `npm run build` in the repository root, then try again.");
  process.exitCode = 1;
}
