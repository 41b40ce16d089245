import { createHash } from "node:crypto";

/*
 * A file of vectors, all numbers little-endian:
 *    0  "TCEC"
 *    4  version (u32)
 *    8  numbers in a vector (u32)
 *   12  vectors (u32)
 *   16  first half of the SHA-256 of the model's id
 *   32  SHA-256 of everything from byte 64
 *   64  for each vector: its key (16 bytes), its numbers (i16 each)
 */
const magic = 0x43454354;
const version = 1;
const headerLength = 64;
export const keyLength = 16;

/** A vector with the key of its text. */
export interface CachedVector {
  /** Hexadecimal. */
  readonly key: string;
  readonly vector: Int16Array;
}

/** The bytes of a segment. */
export function packSegment(entries: readonly CachedVector[], model: string, width: number): Uint8Array {
  const entryLength = keyLength + width * 2;
  const bytes = new Uint8Array(headerLength + entries.length * entryLength);
  const view = new DataView(bytes.buffer);
  for (const [index, { key, vector }] of entries.entries()) {
    const start = headerLength + index * entryLength;
    bytes.set(Buffer.from(key, "hex"), start);
    for (let number = 0; number < width; number++) {
      view.setInt16(start + keyLength + number * 2, vector[number] as number, true);
    }
  }
  view.setUint32(0, magic, true);
  view.setUint32(4, version, true);
  view.setUint32(8, width, true);
  view.setUint32(12, entries.length, true);
  bytes.set(modelHash(model), 16);
  bytes.set(createHash("sha256").update(bytes.subarray(headerLength)).digest(), 32);
  return bytes;
}

/** The vectors of a segment; undefined if it is damaged, or of another model or version. */
export function parseSegment(bytes: Uint8Array, model: string, width: number): CachedVector[] | undefined {
  if (bytes.byteLength < headerLength) {
    return undefined;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(12, true);
  const entryLength = keyLength + width * 2;
  const isWhole =
    view.getUint32(0, true) === magic &&
    view.getUint32(4, true) === version &&
    view.getUint32(8, true) === width &&
    bytes.byteLength === headerLength + count * entryLength &&
    Buffer.compare(bytes.subarray(16, 32), modelHash(model)) === 0 &&
    Buffer.compare(bytes.subarray(32, 64), createHash("sha256").update(bytes.subarray(headerLength)).digest()) === 0;
  if (!isWhole) {
    return undefined;
  }
  const entries: CachedVector[] = [];
  for (let start = headerLength; start < bytes.byteLength; start += entryLength) {
    const key = Buffer.from(bytes.subarray(start, start + keyLength)).toString("hex");
    const vector = new Int16Array(width);
    for (let number = 0; number < width; number++) {
      vector[number] = view.getInt16(start + keyLength + number * 2, true);
    }
    entries.push({ key, vector });
  }
  return entries;
}

function modelHash(model: string): Buffer {
  return createHash("sha256").update(model).digest().subarray(0, 16);
}
