/** The text of integers that JavaScript cannot hold exactly, such as ids of 64 bits, by the object or array that they are in. */
const texts = new WeakMap<object, Map<string, string>>();
/** Module-level, like the texts: most processes never see such an integer, and need not look for them. */
let hasTexts = false;

const mark = `toolcrib:number:${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}:`;
const markedNumber = new RegExp(`"${mark}(-?\\d+)"`, "g");
/** Every integer beyond 2^53 has as many digits. Strings may hold them too; that costs time and changes nothing. */
const maybeInexact = /[:,[\s]-?\d{16}/;
/** The same as `JSON.stringify` writes it. */
const maybeRounded = /[:,[]-?(?:\d{16}|\d(?:\.\d+)?e\+)/;
const integer = /^-?\d+$/;

/** How many integers that JavaScript cannot hold a text may have: each costs a microsecond or more. */
export const maxInexact = 10_000;

const quote = 0x22;
const minus = 0x2d;
const backslash = 0x5c;

/**
 * The value of a JSON text, as `JSON.parse` returns it. `writeExactly` writes its integers as they were written here. Throws a
 * `RangeError` if there are too many that JavaScript cannot hold.
 */
export function parseExactly(text: string): unknown {
  const marked = maybeInexact.test(text) ? markIntegers(text) : text;
  const value: unknown = JSON.parse(marked);
  if (marked !== text && typeof value === "object" && value !== null) restoreNumbers(value);
  return typeof value === "string" && value.startsWith(mark) ? Number(value.slice(mark.length)) : value;
}

/**
 * The JSON text of a value, as `JSON.stringify` writes it, but with the integers that `parseExactly` read as they were written. A
 * copy of the object that holds one does not keep it.
 */
export function writeExactly(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined || !maybeRounded.test(text)) return text;
  let hasMarks = false;
  const marked = JSON.stringify(value, function (this: object, key: string, item: unknown) {
    if (typeof item !== "number" || Number.isSafeInteger(item)) return item;
    const known = texts.get(this)?.get(key);
    if (known === undefined || Number(known) !== item) return item;
    hasMarks = true;
    return mark + known;
  });
  return hasMarks ? marked.replaceAll(markedNumber, "$1") : text;
}

/**
 * A value with other numbers in the place of the integers that `parseExactly` read and JavaScript cannot hold. What holds none of them
 * stays the same object.
 */
export function replaceInexact<Value>(value: Value, replace: (text: string) => number): Value {
  if (!hasTexts || typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const known = texts.get(value);
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(fields)) {
    const item = fields[key];
    const text = known?.get(key);
    const next = text !== undefined && Number(text) === item ? replace(text) : replaceInexact(item, replace);
    if (next === item) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    Object.defineProperty(copy, key, { value: next, enumerable: true, configurable: true, writable: true });
  }
  return (copy ?? value) as Value;
}

/** Puts numbers in the place of marked strings. Not recursive: a text may be nested as deeply as it is long. */
function restoreNumbers(value: object): void {
  const objects: object[] = [value];
  for (let object = objects.pop(); object !== undefined; object = objects.pop()) {
    const fields = object as Record<string, unknown>;
    let known: Map<string, string> | undefined;
    for (const key in fields) {
      const item = fields[key];
      if (typeof item === "object" && item !== null) objects.push(item);
      if (typeof item !== "string" || !item.startsWith(mark)) continue;
      const integerText = item.slice(mark.length);
      fields[key] = Number(integerText);
      known ??= new Map();
      known.set(key, integerText);
    }
    if (known === undefined) continue;
    texts.set(object, known);
    hasTexts = true;
  }
}

/** The number of integers in a JSON text that JavaScript cannot hold. */
export function countInexact(text: string): number {
  let count = 0;
  if (maybeInexact.test(text)) findInexact(text, () => count++);
  return count;
}

/** Replaces integers that JavaScript cannot hold with marked strings. */
function markIntegers(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  findInexact(text, (start, end) => {
    if (parts.length >= 2 * maxInexact) throw new RangeError(`more than ${maxInexact} integers beyond 2^53`);
    parts.push(text.slice(copied, start), `"${mark}${text.slice(start, end)}"`);
    copied = end;
  });
  if (copied === 0) return text;
  parts.push(text.slice(copied));
  return parts.join("");
}

function findInexact(text: string, found: (start: number, end: number) => void): void {
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
    } else if (code === minus || isDigit(code)) {
      const end = endOfNumber(text, at);
      if (end - at >= 16 && !isExact(text.slice(at, end))) found(at, end);
      at = end;
    } else {
      at++;
    }
  }
}

/** Some large integers are exact without this saying so; their text is kept for nothing. */
const isExact = (number: string): boolean => !integer.test(number) || String(Number(number)) === number;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** The end of a number, and of anything that begins like one. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  for (let code = text.charCodeAt(at); isDigit(code) || isOtherPart(code); code = text.charCodeAt(at)) at++;
  return at;
}

const isOtherPart = (code: number): boolean =>
  code === 0x2e || code === 0x45 || code === 0x65 || code === 0x2b || code === minus;

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before--;
    if ((end - before) % 2 === 1) return end + 1;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}
