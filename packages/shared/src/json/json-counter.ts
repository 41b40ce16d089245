import { maxNesting } from "./json-shape.ts";

/** How much a JSON text may hold. */
export interface JsonLimits {
  /** Values of all kinds, in all levels together. */
  readonly values: number;
  /** Keys of one object. */
  readonly keys: number;
  /** Levels of objects and arrays. */
  readonly depth: number;
}

/** The limit that a JSON text exceeds. */
export interface JsonExcess {
  readonly limit: keyof JsonLimits;
  readonly max: number;
  /** How far into the text the limit was reached. */
  readonly bytes: number;
}

/**
 * The limits for everything that comes from outside. Ten thousand tools of ordinary size hold 600,000 values. Bytes do
 * not bound the work: 30 MB of empty objects are ten million values, which take seconds to parse and a gigabyte to hold.
 */
export const jsonLimits: JsonLimits = { values: 1_000_000, keys: 20_000, depth: maxNesting };

const ordinary = 0;
const space = 1;
const quote = 2;
const open = 3;
const close = 4;
const comma = 5;
const colon = 6;
const quoteByte = 0x22;
const backslash = 0x5c;
/** Stands for any character outside of ASCII. */
const letter = 0x61;
/** From here on a native search for the end of a string is faster than the loop. */
const shortString = 64;

const kinds = new Uint8Array(256);
for (const [text, kind] of [
  [" \n\r\t", space],
  ['"', quote],
  ["{[", open],
  ["}]", close],
  [",", comma],
  [":", colon],
] as const) {
  for (const character of text) kinds[character.charCodeAt(0)] = kind;
}

/**
 * Counts what a JSON text holds before it is parsed, in one pass over its bytes, which may come in chunks. It does not
 * check the syntax: of a text that is not JSON it counts the same characters, so the limits hold for any bytes.
 */
export class JsonCounter {
  readonly #limits: JsonLimits;
  /** Keys of the open object of each level. */
  readonly #keys: Uint32Array;
  #values = 0;
  #depth = 0;
  #bytes = 0;
  /** Whether the next value is the first of its array or object: the others have a comma before them. */
  #isFirst = true;
  #isInString = false;
  #isEscaped = false;
  #excess: JsonExcess | undefined;

  constructor(limits: JsonLimits = jsonLimits) {
    this.#limits = limits;
    this.#keys = new Uint32Array(limits.depth + 2);
  }

  /** The number of values so far. */
  get values(): number {
    return this.#values;
  }

  /** Whether a whole value has come. A number may go on in the next chunk. */
  get isWhole(): boolean {
    return this.#values > 0 && this.#depth === 0 && !this.#isFirst && !this.#isInString && !this.#isEscaped;
  }

  /** Starts over with another text. */
  reset(): void {
    this.#values = 0;
    this.#depth = 0;
    this.#bytes = 0;
    this.#isFirst = true;
    this.#isInString = false;
    this.#isEscaped = false;
    this.#excess = undefined;
    this.#keys[0] = 0;
  }

  /** Counts a chunk. Returns the first limit that the text exceeds, and then counts no further. */
  add(chunk: Uint8Array): JsonExcess | undefined {
    if (this.#excess !== undefined) return this.#excess;
    const limits = this.#limits;
    const keys = this.#keys;
    const { length } = chunk;
    let values = this.#values;
    let depth = this.#depth;
    let isFirst = this.#isFirst;
    let limit: keyof JsonLimits | undefined;
    let at = this.#isInString ? this.#skipString(chunk, 0) : 0;
    while (at < length) {
      const kind = kinds[chunk[at++] as number];
      if (kind === ordinary && !isFirst) continue;
      if (kind === space) continue;
      if (kind === comma || (isFirst && kind !== close)) {
        isFirst = false;
        if (++values > limits.values) {
          limit = "values";
          break;
        }
      }
      if (kind === quote) {
        at = this.#skipString(chunk, at);
      } else if (kind === open) {
        isFirst = true;
        keys[++depth] = 0;
        if (depth > limits.depth) {
          limit = "depth";
          break;
        }
      } else if (kind === close) {
        isFirst = false;
        if (depth > 0) depth--;
      } else if (kind === colon) {
        const count = (keys[depth] as number) + 1;
        keys[depth] = count;
        if (count > limits.keys) {
          limit = "keys";
          break;
        }
      }
    }
    this.#values = values;
    this.#depth = depth;
    this.#isFirst = isFirst;
    if (limit !== undefined) this.#excess = { limit, max: limits[limit], bytes: this.#bytes + at };
    this.#bytes += length;
    return this.#excess;
  }

  /** The position after the string that this position is in; the end of the chunk if it goes on in the next one. */
  #skipString(chunk: Uint8Array, start: number): number {
    const { length } = chunk;
    let at = start;
    if (this.#isEscaped && at < length) {
      this.#isEscaped = false;
      at++;
    }
    while (at < length) {
      const end = Math.min(length, at + shortString);
      while (at < end) {
        const byte = chunk[at++];
        if (byte === quoteByte) {
          this.#isInString = false;
          return at;
        }
        if (byte === backslash) at++;
      }
      if (at >= length) break;
      const found = chunk.indexOf(quoteByte, at);
      const stop = found === -1 ? length : found;
      let escapes = stop;
      while (escapes > at && chunk[escapes - 1] === backslash) escapes--;
      const isEscaped = (stop - escapes) % 2 === 1;
      at = stop + 1;
      if (found === -1) {
        at = isEscaped ? length + 1 : length;
      } else if (!isEscaped) {
        this.#isInString = false;
        return at;
      }
    }
    this.#isInString = true;
    this.#isEscaped = at > length;
    return length;
  }
}

const pieceLength = 65_536;

/** The first limit that a JSON text exceeds. */
export function findJsonExcess(text: string | Uint8Array, limits: JsonLimits = jsonLimits): JsonExcess | undefined {
  // Each value, key and level takes a character at least. Most texts are events of a stream, which are short.
  if (text.length <= Math.min(limits.values, limits.keys, limits.depth)) return undefined;
  return addText(new JsonCounter(limits), text);
}

/** The number of values in a JSON text, up to the first limit that it exceeds. */
export function countJsonValues(text: string | Uint8Array, limits: JsonLimits = jsonLimits): number {
  const counter = new JsonCounter(limits);
  addText(counter, text);
  return counter.values;
}

function addText(counter: JsonCounter, text: string | Uint8Array): JsonExcess | undefined {
  if (typeof text !== "string") return counter.add(text);
  const piece = new Uint8Array(Math.min(pieceLength, text.length));
  for (let start = 0; start < text.length; start += pieceLength) {
    const length = Math.min(pieceLength, text.length - start);
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(start + index);
      // No character outside of ASCII has a part in the structure.
      piece[index] = code < 128 ? code : letter;
    }
    const excess = counter.add(length === piece.length ? piece : piece.subarray(0, length));
    if (excess !== undefined) return excess;
  }
  return undefined;
}

/** The limit that was exceeded, and what came, for the end of a sentence: "more than 20000 keys in one object". */
export function describeJsonExcess({ limit, max, bytes }: JsonExcess): string {
  return `more than ${max} ${jsonLimitNouns[limit]} in its first ${bytes} bytes`;
}

/** What each limit counts. */
export const jsonLimitNouns: Readonly<Record<keyof JsonLimits, string>> = {
  values: "JSON values",
  keys: "keys in one object",
  depth: "levels of nesting",
};
