#!/usr/bin/env node
// Written by hand and committed, so that npm can link the command before the first build.
import { existsSync } from "node:fs";

// A checkout has `dist`; the published package has `bundle`, which contains its dependencies.
const entries = ["../dist/main.js", "../bundle/main.js"].map((path) => new URL(path, import.meta.url));
const entry = entries.find((url) => existsSync(url));

if (entry !== undefined) {
  await import(entry.href);
} else {
  console.error("toolcrib is not built yet: run `npm run build` in the repository root, then try again.");
  process.exitCode = 1;
}
