import { SearchError } from "../errors/search-error.ts";

/** A static embedding table in memory: a vector for each word piece. */
export interface EmbeddingTable {
  readonly dimensions: number;
  /** The number of each piece; pieces that continue a word start with `##`. */
  readonly vocabulary: ReadonlyMap<string, number>;
  /** The factor for each row's integers. */
  readonly scales: Float32Array;
  /** The rows, one after the other, one byte per value. */
  readonly rows: Int8Array;
}

interface TableHeader {
  readonly n: number;
  readonly dim: number;
  readonly bits: number;
  readonly vocabBytes: number;
}

const magic = 0x424d4553; // "SEMB", little-endian
const bytesPerScale = 4;

/** Parses a table file: magic, length of a JSON header, header, vocabulary, scales, rows in four or eight bits. */
export function readEmbeddingTable(bytes: Uint8Array): EmbeddingTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 8 || view.getUint32(0, true) !== magic) {
    throw invalid("a file that begins with SEMB", `${bytes.byteLength} bytes that do not`);
  }
  const headerLength = view.getUint32(4, true);
  const header = readHeader(bytes.subarray(8, 8 + headerLength), headerLength);
  const expected = 8 + headerLength + header.vocabBytes + header.n * (bytesPerScale + (header.dim * header.bits) / 8);
  if (bytes.byteLength !== expected) {
    throw invalid(`${expected} bytes, as its header says`, `${bytes.byteLength} bytes`);
  }
  let offset = 8 + headerLength;
  const pieces = new TextDecoder().decode(bytes.subarray(offset, offset + header.vocabBytes)).split("\n");
  if (pieces.length !== header.n) {
    throw invalid(`${header.n} vocabulary entries, as its header says`, `${pieces.length}`);
  }
  offset += header.vocabBytes;
  const scales = new Float32Array(header.n);
  for (let row = 0; row < header.n; row++) {
    scales[row] = view.getFloat32(offset + row * bytesPerScale, true);
  }
  offset += header.n * bytesPerScale;
  const packed = bytes.subarray(offset);
  return {
    dimensions: header.dim,
    vocabulary: new Map(pieces.map((piece, row) => [piece, row])),
    scales,
    rows: header.bits === 8 ? new Int8Array(packed.slice().buffer) : unpack(packed),
  };
}

function readHeader(bytes: Uint8Array, length: number): TableHeader {
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw invalid("a JSON header", `${bytes.byteLength} of ${length} bytes that are none`, cause);
  }
  const { n, dim, bits, vocabBytes } = (header ?? {}) as Partial<Record<keyof TableHeader, unknown>>;
  if (!isCount(n) || !isCount(dim) || dim % 2 !== 0 || !isCount(vocabBytes) || (bits !== 4 && bits !== 8)) {
    throw invalid("a header with n, an even dim, vocabBytes and 4 or 8 bits", JSON.stringify(header).slice(0, 100));
  }
  return { n, dim, bits, vocabBytes };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** Four bits per value, the lower half of a byte first; eight stands for zero. */
function unpack(packed: Uint8Array): Int8Array {
  const rows = new Int8Array(packed.length * 2);
  for (let index = 0; index < packed.length; index++) {
    const pair = packed[index] as number;
    rows[index * 2] = (pair & 15) - 8;
    rows[index * 2 + 1] = (pair >> 4) - 8;
  }
  return rows;
}

function invalid(expected: string, received: string, cause?: unknown): SearchError {
  return new SearchError("invalid_table", { expected, received }, { cause });
}
