/** How a table file differs from a good one. */
export interface TableChanges {
  readonly magic?: string;
  readonly bits?: number;
  readonly header?: unknown;
  readonly dimensions?: number;
}

const pieces = ["send", "mail", "##s", "file"];

/** A table of four pieces, as a file. Row n has its n-th number set, so that the sum of a text tells its pieces. */
export function tableBytes({ magic = "SEMB", bits = 8, header, dimensions = 16 }: TableChanges = {}): Uint8Array {
  const vocabulary = new TextEncoder().encode(pieces.join("\n"));
  const good = { n: pieces.length, dim: dimensions, bits, vocabBytes: vocabulary.byteLength };
  const headerBytes = new TextEncoder().encode(JSON.stringify(header === undefined ? good : header));
  const scales = new Uint8Array(new Float32Array(pieces.length).fill(0.5).buffer);
  const lengths = new Uint8Array(new Uint32Array([headerBytes.byteLength]).buffer);
  return concatenated([
    new TextEncoder().encode(magic),
    lengths,
    headerBytes,
    vocabulary,
    scales,
    bits === 4 ? halfByteRows(dimensions) : byteRows(dimensions),
  ]);
}

function byteRows(dimensions: number): Uint8Array {
  const rows = new Uint8Array(pieces.length * dimensions);
  for (let row = 0; row < pieces.length; row++) {
    rows[row * dimensions + row] = 4;
  }
  return rows;
}

function halfByteRows(dimensions: number): Uint8Array {
  const rows = new Uint8Array((pieces.length * dimensions) / 2).fill(0x88);
  for (let row = 0; row < pieces.length; row++) {
    rows[(row * dimensions + row) >> 1] = row % 2 === 0 ? 0x8c : 0xc8;
  }
  return rows;
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  return bytes;
}
