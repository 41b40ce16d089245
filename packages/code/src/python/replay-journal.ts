import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { isRecord, parseJson } from "@toolcrib/shared/json";
import { CodeError } from "../errors/code-error.ts";
import type { PythonInput } from "./python-thread.ts";

/** What an interpreter was given, and a digest of what it then reported: it has to report the same whenever it is given that again. */
export interface ReplayEntry extends PythonInput {
  readonly digest: string;
}

/** Everything that an interpreter was given. The same inputs lead to the same state, so this is the state. */
export type ReplayJournal = readonly ReplayEntry[];

export function digestOf(report: string | undefined): string {
  return createHash("sha256")
    .update(report ?? "")
    .digest("base64url")
    .slice(0, 11);
}

const lengthsAt = 8;
const maxInputBytes = 2 ** 30;

/** A journal with one more input: its length when packed, its length, and the packed JSON. What was packed before stays as it is. */
export function appendToJournal(journal: Uint8Array | undefined, input: ReplayEntry): Uint8Array {
  const json = Buffer.from(JSON.stringify(input));
  const packed = deflateRawSync(json, { level: 1 });
  const lengths = Buffer.alloc(lengthsAt);
  lengths.writeUInt32LE(packed.length, 0);
  lengths.writeUInt32LE(json.length, 4);
  return Buffer.concat([journal ?? new Uint8Array(), lengths, packed]);
}

/** The bytes that the inputs of a journal take. */
export function journalBytes(journal: Uint8Array): number {
  let total = 0;
  for (const { length } of entriesOf(journal)) total += length;
  return total;
}

/** The inputs of a journal. */
export function readJournal(journal: Uint8Array): ReplayJournal {
  const inputs: ReplayEntry[] = [];
  for (const { packed, length } of entriesOf(journal)) inputs.push(readInput(packed, length));
  if (inputs.length === 0) throw invalid();
  return inputs;
}

function* entriesOf(journal: Uint8Array): Generator<{ readonly packed: Buffer; readonly length: number }> {
  const bytes = Buffer.from(journal.buffer, journal.byteOffset, journal.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const start = at + lengthsAt;
    const end = start <= bytes.length ? start + bytes.readUInt32LE(at) : start;
    if (end > bytes.length) throw invalid();
    yield { packed: bytes.subarray(start, end), length: bytes.readUInt32LE(at + 4) };
    at = end;
  }
}

function readInput(packed: Buffer, length: number): ReplayEntry {
  let input: unknown;
  try {
    input = parseJson(inflateRawSync(packed, { maxOutputLength: Math.min(length, maxInputBytes) }).toString("utf8"));
  } catch {
    input = undefined;
  }
  const isInput =
    isRecord(input) &&
    typeof input["line"] === "string" &&
    typeof input["digest"] === "string" &&
    Number.isSafeInteger(input["seconds"]);
  if (!isInput) throw invalid();
  return input as unknown as ReplayEntry;
}

function invalid(): CodeError {
  return new CodeError("invalid_program_snapshot", { expected: "a journal", received: "other bytes" });
}
