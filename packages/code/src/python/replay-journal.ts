import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw, type ZlibOptions } from "node:zlib";
import { isRecord, parseJson } from "@toolcrib/shared/json";
import { CodeError } from "../errors/code-error.ts";
import type { PythonInput } from "./python-thread.ts";

/**
 * What an interpreter was given, and a digest of what it then reported: it has to report the same whenever it is given that again. A
 * journal is everything that it was given. The same inputs lead to the same state, so this is the state.
 */
export interface ReplayEntry extends PythonInput {
  readonly digest: string;
}

export function digestOf(report: string | undefined): string {
  return createHash("sha256")
    .update(report ?? "")
    .digest("base64url")
    .slice(0, 11);
}

const lengthsAt = 8;
const maxInputBytes = 2 ** 30;

/** zlib's threads pack and unpack: results are large, and other requests go on meanwhile. */
const pack = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);
const unpack = promisify<Buffer, ZlibOptions, Buffer>(inflateRaw);

/** Large inputs come back in fewer pieces than by default. */
function chunksFor(length: number): ZlibOptions {
  return length < largeChunk ? {} : { chunkSize: largeChunk };
}

const largeChunk = 2 ** 20;

/** A journal with one more input: its length when packed, its length, and the packed JSON. What was packed before stays as it is. */
export async function appendToJournal(journal: Uint8Array | undefined, input: ReplayEntry): Promise<Uint8Array> {
  const json = Buffer.from(JSON.stringify(input));
  const packed = await pack(json, { level: 1, ...chunksFor(json.length) });
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

/** The inputs of a journal, one after the other: together they may take much memory. */
export async function* readJournal(journal: Uint8Array): AsyncGenerator<ReplayEntry, void, undefined> {
  if (journal.length === 0) throw invalid();
  for (const { packed, length } of entriesOf(journal)) yield await readInput(packed, length);
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

async function readInput(packed: Buffer, length: number): Promise<ReplayEntry> {
  let input: unknown;
  try {
    const json = await unpack(packed, { maxOutputLength: Math.min(length, maxInputBytes), ...chunksFor(length) });
    input = parseJson(json.toString("utf8"));
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
