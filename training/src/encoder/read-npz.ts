/** An array of a NumPy file. */
export interface NpzArray {
  readonly shape: readonly number[];
  readonly values: Float32Array | Int8Array;
}

const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;
const endOfDirectory = 0x06054b50;

/** Reads the arrays of an uncompressed `.npz` file, as `numpy.savez` writes it, by name. */
export function readNpz(file: Buffer): Map<string, NpzArray> {
  const arrays = new Map<string, NpzArray>();
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || file.readUInt32LE(end) !== endOfDirectory) {
    throw new Error("Expected a zip file with a directory at its end.");
  }
  const entries = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  for (let entry = 0; entry < entries; entry++) {
    if (file.readUInt32LE(at) !== centralHeader || file.readUInt16LE(at + 10) !== 0) {
      throw new Error("Expected stored entries: use numpy.savez, not savez_compressed.");
    }
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString("utf8", at + 46, at + 46 + nameLength).replace(/\.npy$/, "");
    const size = file.readUInt32LE(at + 24);
    const start = contentStart(file, file.readUInt32LE(at + 42));
    arrays.set(name, readNpy(file.subarray(start, start + size), name));
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return arrays;
}

function contentStart(file: Buffer, header: number): number {
  if (file.readUInt32LE(header) !== localHeader) {
    throw new Error(`Expected an entry at byte ${header}.`);
  }
  return header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28);
}

function readNpy(bytes: Buffer, name: string): NpzArray {
  const isFirstVersion = bytes[6] === 1;
  const headerLength = isFirstVersion ? bytes.readUInt16LE(8) : bytes.readUInt32LE(8);
  const start = (isFirstVersion ? 10 : 12) + headerLength;
  const header = bytes.toString("latin1", 10, start);
  const type = /'descr': '([^']+)'/.exec(header)?.[1];
  const shape = (/'shape': \(([^)]*)\)/.exec(header)?.[1] ?? "").split(",").filter((part) => part.trim() !== "");
  if (!header.includes("'fortran_order': False")) {
    throw new Error(`Expected rows one after the other in ${name}.`);
  }
  return { shape: shape.map(Number), values: readValues(bytes.subarray(start), type, name) };
}

function readValues(bytes: Buffer, type: string | undefined, name: string): Float32Array | Int8Array {
  // A copy, because typed arrays need an aligned start.
  const { buffer } = new Uint8Array(bytes);
  switch (type) {
    case "<f4":
      return new Float32Array(buffer);
    case "|i1":
      return new Int8Array(buffer);
    case "<f2":
      return Float32Array.from(new Uint16Array(buffer), widenHalf);
    default:
      throw new Error(`Expected f4, f2 or i1 in ${name}, got ${type}.`);
  }
}

function widenHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}
