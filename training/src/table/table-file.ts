import { readFileSync, writeFileSync } from "node:fs";

const magic = "SEMB";
export const tableDimensions = 256;

/** A vocabulary with one vector for each piece, row after row. */
export interface EmbeddingTable {
  vocabulary: readonly string[];
  dimensions: number;
  vectors: Float32Array;
}

interface TableHeader {
  n: number;
  dim: number;
  bits: number;
  vocabBytes: number;
}

/** Writes 4 bits for each number: every row is divided by its own scale and rounded to -7…7. */
export function writeTable(path: string, { vocabulary, dimensions, vectors }: EmbeddingTable): number {
  const rowCount = vocabulary.length;
  const pieces = Buffer.from(vocabulary.join("\n"), "utf8");
  const header: TableHeader = { n: rowCount, dim: dimensions, bits: 4, vocabBytes: pieces.length };
  const unpadded = JSON.stringify(header);
  // Spaces at the header's end let the scales begin at a multiple of four bytes.
  const headerText = unpadded + " ".repeat((4 - ((8 + unpadded.length + pieces.length) % 4)) % 4);
  const prefix = Buffer.alloc(8);
  prefix.write(magic, "latin1");
  prefix.writeUInt32LE(headerText.length, 4);
  const scales = Buffer.alloc(rowCount * 4);
  const rows = Buffer.alloc((rowCount * dimensions) / 2);
  for (let row = 0; row < rowCount; row++) {
    const vector = vectors.subarray(row * dimensions, (row + 1) * dimensions);
    const scale = bestScale(vector);
    scales.writeFloatLE(scale, row * 4);
    for (let axis = 0; axis < dimensions; axis += 2) {
      const low = toNibble(vector[axis] as number, scale);
      const high = toNibble(vector[axis + 1] as number, scale);
      rows[(row * dimensions + axis) / 2] = low | (high << 4);
    }
  }
  const file = Buffer.concat([prefix, Buffer.from(headerText, "latin1"), pieces, scales, rows]);
  writeFileSync(path, file);
  return file.length;
}

export function readTable(path: string): EmbeddingTable {
  const file = readFileSync(path);
  if (file.toString("latin1", 0, 4) !== magic)
    throw new Error(`${path} is no embedding table: it does not begin with ${magic}`);
  const headerLength = file.readUInt32LE(4);
  const header = JSON.parse(file.toString("utf8", 8, 8 + headerLength)) as TableHeader;
  if (header.bits !== 4) throw new Error(`${path} has ${header.bits} bits a number; only 4 can be read`);
  const piecesAt = 8 + headerLength;
  const scalesAt = piecesAt + header.vocabBytes;
  const rowsAt = scalesAt + header.n * 4;
  const vectors = new Float32Array(header.n * header.dim);
  for (let index = 0; index < vectors.length; index += 2) {
    const scale = file.readFloatLE(scalesAt + 4 * Math.floor(index / header.dim));
    const byte = file[rowsAt + index / 2] as number;
    vectors[index] = scale * ((byte & 15) - 8);
    vectors[index + 1] = scale * ((byte >> 4) - 8);
  }
  return { vocabulary: file.toString("utf8", piecesAt, scalesAt).split("\n"), dimensions: header.dim, vectors };
}

function toNibble(value: number, scale: number): number {
  return Math.max(-7, Math.min(7, Math.round(value / scale))) + 8;
}

/** The scale with the least squared error; cutting off a row's few largest numbers often pays. */
function bestScale(vector: Float32Array): number {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  if (largest === 0) return 1;
  let best = largest / 7;
  let minError = Number.POSITIVE_INFINITY;
  for (let share = 1; share >= 0.5; share -= 0.05) {
    const scale = (share * largest) / 7;
    let error = 0;
    for (const value of vector) error += (value - scale * (toNibble(value, scale) - 8)) ** 2;
    if (error < minError) {
      minError = error;
      best = scale;
    }
  }
  return best;
}
