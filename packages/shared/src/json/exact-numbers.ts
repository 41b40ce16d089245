/** The text of integers that JavaScript cannot hold exactly, such as ids of 64 bits, by the object or array that they are in. */
const texts = new WeakMap<object, Map<string, string>>();

const mark = `toolcrib:number:${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}:`;
const markedNumber = new RegExp(`"${mark}(-?\\d+)"`, "g");
/** Every integer beyond 2^53 has as many digits. */
const maybeInexact = /\d{16}/;
const integer = /^-?\d+$/;
/** Up to this length, integers are compared exactly; a double holds hardly any longer one. */
const maxComparedLength = 40;

const quote = 0x22;
const minus = 0x2d;
const backslash = 0x5c;

/** The value of a JSON text, as `JSON.parse` returns it. `writeExactly` writes its integers as they were written here. */
export function parseExactly(text: string): unknown {
  const marked = maybeInexact.test(text) ? markIntegers(text) : text;
  if (marked === text) return JSON.parse(text);
  return JSON.parse(marked, function (this: object, key: string, value: unknown) {
    if (typeof value !== "string" || !value.startsWith(mark)) return value;
    const integerText = value.slice(mark.length);
    const known = texts.get(this) ?? new Map<string, string>();
    texts.set(this, known.set(key, integerText));
    return Number(integerText);
  });
}

/**
 * The JSON text of a value, as `JSON.stringify` writes it, but with the integers that `parseExactly` read as they were written. A
 * copy of the object that holds one does not keep it.
 */
export function writeExactly(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined || !maybeInexact.test(text)) return text;
  const marked = JSON.stringify(value, function (this: object, key: string, item: unknown) {
    const known = typeof item === "number" ? texts.get(this)?.get(key) : undefined;
    return known === undefined || Number(known) !== item ? item : mark + known;
  });
  return marked.replaceAll(markedNumber, "$1");
}

/** Replaces integers that JavaScript cannot hold with marked strings. */
function markIntegers(text: string): string {
  let marked = "";
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
    } else if (code === minus || isDigit(code)) {
      const end = endOfNumber(text, at);
      const number = text.slice(at, end);
      if (!isExact(number)) {
        marked += `${text.slice(copied, at)}"${mark}${number}"`;
        copied = end;
      }
      at = end;
    } else {
      at++;
    }
  }
  return copied === 0 ? text : marked + text.slice(copied);
}

function isExact(number: string): boolean {
  if (number.length < 16 || !integer.test(number)) return true;
  return number.length <= maxComparedLength && BigInt(Number(number)) === BigInt(number);
}

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
