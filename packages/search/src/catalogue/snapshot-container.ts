import { SearchError } from "../errors/search-error.ts";

/** Named byte arrays. */
export type Sections = Readonly<Record<string, Uint8Array>>;

const magic = 0x58494354; // "TCIX", little-endian
const prefixBytes = 12;

/**
 * Packs sections into one byte array: the magic, the version, the length of the directory, the directory, the sections.
 */
export function packSections(sections: Sections, version: number): Uint8Array {
  const directory = new TextEncoder().encode(
    JSON.stringify(Object.entries(sections).map(([name, bytes]) => [name, bytes.byteLength])),
  );
  const total = Object.values(sections).reduce((sum, { byteLength }) => sum + byteLength, 0);
  const packed = new Uint8Array(prefixBytes + directory.byteLength + total);
  const view = new DataView(packed.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, version, true);
  view.setUint32(8, directory.byteLength, true);
  packed.set(directory, prefixBytes);
  let offset = prefixBytes + directory.byteLength;
  for (const bytes of Object.values(sections)) {
    packed.set(bytes, offset);
    offset += bytes.byteLength;
  }
  return packed;
}

/** Unpacks the sections. Throws for truncated bytes, or another version. */
export function unpackSections(bytes: Uint8Array, version: number): Sections {
  if (!(bytes instanceof Uint8Array) || bytes.byteLength < prefixBytes) {
    throw invalid("bytes of a snapshot", "something shorter");
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== magic) {
    throw invalid("bytes that begin with TCIX", "others");
  }
  if (view.getUint32(4, true) !== version) {
    throw invalid(`version ${version}`, `version ${view.getUint32(4, true)}`);
  }
  const directoryEnd = prefixBytes + view.getUint32(8, true);
  const directory = readDirectory(bytes.subarray(prefixBytes, directoryEnd));
  const expected = directory.reduce((sum, [, length]) => sum + length, directoryEnd);
  if (bytes.byteLength !== expected) {
    throw invalid(`${expected} bytes`, `${bytes.byteLength}`);
  }
  let offset = directoryEnd;
  // Without a prototype: names are untrusted.
  const sections = Object.create(null) as Record<string, Uint8Array>;
  for (const [name, length] of directory) {
    if (Object.hasOwn(sections, name)) {
      throw invalid("each section once", `${JSON.stringify(name)} twice`);
    }
    sections[name] = bytes.subarray(offset, offset + length);
    offset += length;
  }
  return sections;
}

function readDirectory(bytes: Uint8Array): (readonly [string, number])[] {
  let directory: unknown;
  try {
    directory = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new SearchError("invalid_snapshot", { expected: "a directory", received: "none" }, { cause });
  }
  if (!Array.isArray(directory) || !directory.every(isEntry)) {
    throw invalid("a directory of names and lengths", "another");
  }
  return directory;
}

function isEntry(entry: unknown): entry is readonly [string, number] {
  return Array.isArray(entry) && typeof entry[0] === "string" && Number.isSafeInteger(entry[1]) && entry[1] >= 0;
}

function invalid(expected: string, received: string): SearchError {
  return new SearchError("invalid_snapshot", { expected, received });
}
