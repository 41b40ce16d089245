import { describeValue } from "@toolcrib/shared/errors";
import { LanguagesError } from "../errors/languages-error.ts";
import { checkBody } from "./check-body.ts";

/*
 * The file, all numbers little-endian:
 *   "MLEX", the length of the header (u32), the header: JSON
 *   the English words in use, UTF-8, a line feed between them
 *   pairs of a traditional and a simplified Han character, one after the other, UTF-8
 *   for each block of 16 entries, where it begins in the body (u32)
 *   the body: entries in the order of their UTF-8 bytes, as `check-body.ts` describes them
 */
const magic = 0x58454c4d;
const version = 1;
const headerStart = 8;
const maxHeaderLength = 4_096;
export const blockSize = 16;

/** The entries as they are in the file, checked. */
export interface EntriesFile {
  /** The English words that entries refer to by number. */
  readonly english: readonly string[];
  /** The simplified form of each traditional Han character. */
  readonly simplified: ReadonlyMap<string, string>;
  readonly count: number;
  /** Where each block begins in the body. */
  readonly blocks: Uint32Array;
  readonly body: Uint8Array;
}

const counts = ["entries", "blocks", "atoms", "atomBytes", "hanBytes", "bodyBytes"] as const;
type Header = Readonly<Record<(typeof counts)[number], number>>;

/** Parses a file of entries and checks all of it, so that no look-up can fail later. */
export function parseEntries(bytes: Uint8Array): EntriesFile {
  if (!(bytes instanceof Uint8Array)) {
    throw invalid("a Uint8Array", describeValue(bytes));
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < headerStart || view.getUint32(0, true) !== magic) {
    throw invalid("a file that begins with MLEX", `${bytes.byteLength} bytes that do not`);
  }
  const headerLength = view.getUint32(4, true);
  const header = parseHeader(bytes.subarray(headerStart, headerStart + headerLength), headerLength);
  const wordsStart = headerStart + headerLength;
  const hanStart = wordsStart + header.atomBytes;
  const blocksStart = hanStart + header.hanBytes;
  const bodyStart = blocksStart + header.blocks * Uint32Array.BYTES_PER_ELEMENT;
  const length = bodyStart + header.bodyBytes;
  if (bytes.byteLength !== length) {
    throw invalid(`${length} bytes, as its header says`, `${bytes.byteLength} bytes`);
  }
  const english = decode(bytes.subarray(wordsStart, hanStart)).split("\n");
  if (english.length !== header.atoms) {
    throw invalid(`${header.atoms} English words, as its header says`, `${english.length}`);
  }
  const blocks = Uint32Array.from({ length: header.blocks }, (_none, block) =>
    view.getUint32(blocksStart + block * Uint32Array.BYTES_PER_ELEMENT, true),
  );
  const body = bytes.subarray(bodyStart);
  const simplified = parsePairs(decode(bytes.subarray(hanStart, blocksStart)));
  const problem = checkBody({ body, blocks, count: header.entries, english: english.length });
  if (problem !== undefined) {
    throw invalid(problem.expected, problem.received);
  }
  return { english, simplified, count: header.entries, blocks, body };
}

function parseHeader(bytes: Uint8Array, length: number): Header {
  if (length > maxHeaderLength || bytes.byteLength !== length) {
    throw invalid(`a header of at most ${maxHeaderLength} bytes`, `${bytes.byteLength} of ${length} bytes`);
  }
  let header: unknown;
  try {
    header = JSON.parse(decode(bytes));
  } catch (cause) {
    throw invalid("a JSON header", `${length} bytes that are none`, cause);
  }
  const fields = (header ?? {}) as Readonly<Record<string, unknown>>;
  if (fields["version"] !== version) {
    const received = describeValue(fields["version"]);
    throw new LanguagesError("unsupported_language_entries", { expected: version, received });
  }
  for (const name of counts) {
    const value = fields[name];
    if (!Number.isSafeInteger(value) || (value as number) < 0) {
      throw invalid(`a header whose ${name} is a count`, describeValue(value));
    }
  }
  return fields as Header;
}

function parsePairs(text: string): ReadonlyMap<string, string> {
  const characters = Array.from(text);
  if (characters.length % 2 !== 0) {
    throw invalid("pairs of Han characters", `${characters.length} characters`);
  }
  const simplified = new Map<string, string>();
  for (let index = 0; index < characters.length; index += 2) {
    simplified.set(characters[index] as string, characters[index + 1] as string);
  }
  return simplified;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw invalid("UTF-8 text", `${bytes.byteLength} bytes that are none`, cause);
  }
}

function invalid(expected: string, received: string, cause?: unknown): LanguagesError {
  return new LanguagesError("invalid_language_entries", { expected, received }, { cause });
}
