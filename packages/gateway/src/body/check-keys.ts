import { GatewayError } from "../errors/gateway-error.ts";
import { endOfString, endOfValue, skipSpace } from "./json-spans.ts";

/** The objects of an API: the body, its messages, blocks and tools, but not what they carry, such as arguments and schemas. */
export interface ApiFields {
  /** The fields that the API has in any of these objects. */
  readonly names: ReadonlySet<string>;
  /** Those that hold such objects, or lists of them. */
  readonly holders: ReadonlySet<string>;
  /** Those that hold such objects by names of the client's own. */
  readonly maps: ReadonlySet<string>;
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const maxShown = 64;
/** The largest object of an API has about forty fields. */
const maxFields = 256;
/** Of all of these objects together: five for each, which is more than they have in conversations. */
const maxFieldsInAll = 300_000;
/** Each takes some microseconds, in all steps together. The longest conversations have some 20,000 messages. */
export const maxObjects = 60_000;
/** The longest field of an API has some forty characters, each of which takes six as an escape. */
const maxSpelling = 512;
/** Up to here a list is faster than a set. */
const fewKeys = 16;

/**
 * Rejects what other parsers may read differently: an object of the API that has a key twice, or that spells a field with
 * escapes or in another case, or has one that changes the object itself. Rules and limits apply to what the gateway reads, but the upstream may get the bytes. The
 * number of fields of such an object is limited.
 *
 * The text need not be valid: the parser reports that.
 */
export function checkKeys(bytes: Buffer, fields: ApiFields): void {
  new KeyCheck(bytes, fields).value(skipSpace(bytes, 0));
}

class KeyCheck {
  readonly #bytes: Buffer;
  readonly #fields: ApiFields;
  readonly #spellings: ReadonlyMap<string, string>;
  #objects = 0;
  #fieldCount = 0;

  constructor(bytes: Buffer, fields: ApiFields) {
    this.#bytes = bytes;
    this.#fields = fields;
    this.#spellings = spellingsOf(fields);
  }

  /** Checks the value that starts here. Returns the position after it. */
  value(start: number): number {
    const byte = this.#bytes[start];
    if (byte === openBrace) return this.#object(start + 1);
    return byte === openBracket ? this.#list(start + 1) : this.#skip(start);
  }

  #map(start: number): number {
    return this.#bytes[start] === openBrace ? this.#object(start + 1, true) : this.value(start);
  }

  #list(start: number): number {
    const bytes = this.#bytes;
    let at = skipSpace(bytes, start);
    while (at < bytes.length && bytes[at] !== closeBracket) at = this.#next(this.value(at));
    return at + 1;
  }

  #object(start: number, isMap = false): number {
    const bytes = this.#bytes;
    if (++this.#objects > maxObjects) throw tooComplex(`${maxObjects} messages, blocks and tools`, bytes);
    const seen = new SeenKeys();
    let at = skipSpace(bytes, start);
    while (bytes[at] === quote) {
      const end = endOfString(bytes, at);
      const key = isMap ? this.#ownKey(at, end) : this.#key(at, end);
      if (!seen.add(key)) throw ambiguous(key, "expected each key of an object once");
      if (key === "__proto__") throw ambiguous(key, "expected a field of the API");
      if (++this.#fieldCount > maxFieldsInAll)
        throw tooComplex(`${maxFieldsInAll} fields in messages, blocks and tools`, bytes);
      if (seen.size > maxFields && !isMap) throw tooComplex(`${maxFields} fields in an object of the API`, bytes);
      at = skipSpace(bytes, end);
      if (bytes[at] !== colon) break;
      at = skipSpace(bytes, at + 1);
      if (isMap || this.#fields.holders.has(key)) at = this.value(at);
      else at = this.#fields.maps.has(key) ? this.#map(at) : this.#skip(at);
      at = this.#next(at);
    }
    return bytes[at] === closeBrace ? at + 1 : bytes.length;
  }

  /** A key that the client chose. */
  #ownKey(start: number, end: number): string {
    const text = this.#bytes.toString("utf8", start + 1, end - 1);
    return text.includes("\\") ? unescaped(text) : text;
  }

  /** The key between these quotes. */
  #key(start: number, end: number): string {
    const text = this.#bytes.toString("utf8", start + 1, end - 1);
    if (this.#fields.names.has(text)) return text;
    const isEscaped = this.#bytes.subarray(start, end).includes(backslash);
    const key = isEscaped ? unescaped(text) : text;
    const field = end - start > maxSpelling ? undefined : this.#spellings.get(folded(key));
    if (field !== undefined) throw ambiguous(text, `expected the field ${field} in exactly this spelling`);
    return key;
  }

  /** The position of the next element, after one that ends here. */
  #next(end: number): number {
    const at = skipSpace(this.#bytes, end);
    return this.#bytes[at] === comma ? skipSpace(this.#bytes, at + 1) : at;
  }

  /** The position after a value that is not checked. */
  #skip(start: number): number {
    const bytes = this.#bytes;
    const byte = bytes[start];
    if (byte === quote) return endOfString(bytes, start);
    if (byte === openBrace || byte === openBracket) return endOfValue(bytes, start);
    let at = start + 1;
    while (at < bytes.length && !isEnd(bytes[at] as number)) at++;
    return at;
  }
}

class SeenKeys {
  readonly #few: string[] = [];
  #many: Set<string> | undefined;

  get size(): number {
    return this.#many?.size ?? this.#few.length;
  }

  /** Returns false if the key has been there before. */
  add(key: string): boolean {
    const many = this.#many;
    if (many !== undefined) return many.size < many.add(key).size;
    if (this.#few.includes(key)) return false;
    this.#few.push(key);
    if (this.#few.length > fewKeys) this.#many = new Set(this.#few);
    return true;
  }
}

const isEnd = (byte: number): boolean => byte === comma || byte === closeBrace || byte === closeBracket;

/** As parsers compare names that ignore the case: also K and ſ, the Kelvin sign and the long s, are letters of ASCII then. */
const folded = (key: string): string => key.toUpperCase().toLowerCase();

const spellings = new WeakMap<ApiFields, ReadonlyMap<string, string>>();

function spellingsOf(fields: ApiFields): ReadonlyMap<string, string> {
  const known = spellings.get(fields) ?? new Map([...fields.names].map((name) => [folded(name), name]));
  spellings.set(fields, known);
  return known;
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

function ambiguous(key: string, problem: string): GatewayError {
  const shown = key.length <= maxShown ? key : `${key.slice(0, maxShown)}…`;
  return new GatewayError("ambiguous_field", { field: shown, problem });
}

const tooComplex = (limit: string, bytes: Buffer): GatewayError =>
  new GatewayError("body_too_complex", { limit, received: `more in ${bytes.length} bytes` });
