import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Everything a step leaves for the next one lies in this folder; `TRAINING_WORK` names another. */
const workFolder = process.env["TRAINING_WORK"] ?? join(import.meta.dirname, "..", "..", "work");

export function workPath(name: string): string {
  mkdirSync(workFolder, { recursive: true });
  return join(workFolder, name);
}

export function writeLines(name: string, lines: readonly string[]): void {
  writeFileSync(workPath(name), `${lines.join("\n")}\n`);
}

export function readLines(name: string): string[] {
  return readFileSync(workPath(name), "utf8").trimEnd().split("\n");
}

export function writeNumbers(name: string, numbers: Float32Array | Int32Array): void {
  writeFileSync(workPath(name), new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
}

export function readFloats(name: string): Float32Array {
  const bytes = readFileSync(workPath(name));
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

export function readIntegers(name: string): Int32Array {
  const bytes = readFileSync(workPath(name));
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}
