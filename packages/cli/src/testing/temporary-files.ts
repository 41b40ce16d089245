import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll } from "vitest";

/** Writes test files into a folder that is removed after the tests of the calling file. */
export interface TemporaryFiles {
  readonly folder: string;
  /** Writes a file and returns its path. */
  write(name: string, content: string | Uint8Array): string;
  /** Writes values as JSON Lines and returns the path. */
  writeLines(name: string, values: readonly unknown[]): string;
  /** The same, gzipped. */
  writeGzippedLines(name: string, values: readonly unknown[]): string;
}

export function createTemporaryFiles(): TemporaryFiles {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-test-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: string | Uint8Array): string => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  return {
    folder,
    write,
    writeLines: (name, values) => write(name, toLines(values)),
    writeGzippedLines: (name, values) => write(name, gzipSync(toLines(values))),
  };
}

function toLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}
