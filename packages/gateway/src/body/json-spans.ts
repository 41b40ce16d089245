const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const comma = 0x2c;
const colon = 0x3a;

/** The first byte of the next array under a key, at any depth; -1 if there is none after `from`. */
export function nextArrayOfKey(bytes: Buffer, quotedKey: Buffer, from: number): number {
  for (let at = bytes.indexOf(quotedKey, from); at !== -1; at = bytes.indexOf(quotedKey, at + 1)) {
    let next = skipSpace(bytes, at + quotedKey.length);
    if (bytes[next] !== colon) continue;
    next = skipSpace(bytes, next + 1);
    if (bytes[next] === openBracket) return next;
  }
  return -1;
}

/** The first byte of the array under a key at the top level of an object; undefined if there is none. */
export function topLevelArray(bytes: Buffer, quotedKey: Buffer): number | undefined {
  let depth = 0;
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === quote) {
      const end = endOfString(bytes, at);
      if (
        depth === 1 &&
        end - at === quotedKey.length &&
        bytes.compare(quotedKey, 0, quotedKey.length, at, end) === 0
      ) {
        const afterKey = skipSpace(bytes, end);
        const value = skipSpace(bytes, afterKey + 1);
        if (bytes[afterKey] === colon && bytes[value] === openBracket) return value;
      }
      at = end;
      continue;
    }
    if (byte === openBrace || byte === openBracket) depth++;
    else if (byte === closeBrace || byte === closeBracket) depth--;
    at++;
  }
  return undefined;
}

/** The byte after the array or object that starts here; the end of the text if it is not closed. */
export function endOfValue(bytes: Buffer, start: number): number {
  let depth = 0;
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === quote) {
      at = endOfString(bytes, at);
      continue;
    }
    at++;
    if (byte === openBrace || byte === openBracket) depth++;
    else if ((byte === closeBrace || byte === closeBracket) && --depth === 0) return at;
  }
  return at;
}

/**
 * The ends of consecutive objects in an array. `start` is after the array's bracket or after one of its elements. Stops
 * at the first element that is not an object: only objects are self-delimiting.
 */
export function objectEnds(bytes: Buffer, start: number): number[] {
  const ends: number[] = [];
  let at = skipSpace(bytes, start);
  if (bytes[at] === comma) at = skipSpace(bytes, at + 1);
  while (bytes[at] === openBrace) {
    const end = endOfValue(bytes, at);
    if (bytes[end - 1] !== closeBrace) break;
    ends.push(end);
    at = skipSpace(bytes, end);
    if (bytes[at] !== comma) break;
    at = skipSpace(bytes, at + 1);
  }
  return ends;
}

/** The byte after the string that starts here; the end of the text if it is not closed. */
export function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === quote) return at + 1;
    at += byte === backslash ? 2 : 1;
  }
  return bytes.length;
}

/** The first byte from here on that is not white space. */
export function skipSpace(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let byte = bytes[at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = bytes[at]) at++;
  return at;
}
