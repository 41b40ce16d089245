/** A JSON Schema pattern, which uses ECMAScript syntax, translated to RE2 syntax. */
export interface TranslatedPattern {
  readonly source: string;
  /** The approximate number of compiled instructions: repetitions are expanded. */
  readonly size: number;
}

/**
 * ECMAScript's white space and line terminators; RE2 has fewer. Ends in a class, so that a `-` after it is no range.
 */
const whiteSpace = String.raw`\s\x{b}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}\s`;
const anyButLineEnd = String.raw`[^\n\r\x{2028}\x{2029}]`;
const anything = String.raw`[\x{0}-\x{10ffff}]`;
const nothing = String.raw`[^\x{0}-\x{10ffff}]`;

interface Group {
  size: number;
  /** The size of what a quantifier would repeat. */
  last: number;
}

/** Undefined for what RE2 does not support: lookaround, backreferences, and escapes whose meaning differs. */
export function translatePattern(pattern: string): TranslatedPattern | undefined {
  const groups: Group[] = [{ size: 0, last: 0 }];
  let source = "";
  let at = 0;
  while (at < pattern.length) {
    const group = groups.at(-1);
    if (group === undefined) return undefined;
    const rest = pattern.slice(at, at + 64);
    const token = readToken(rest, pattern, at);
    if (token === undefined) return undefined;
    at += token.length;
    source += token.source;
    if (token.kind === "quantifier") repeat(group, token.times ?? 1);
    else if (token.kind === "atom") add(group, 1);
    else if (token.kind === "open") groups.push({ size: 2, last: 0 });
    else {
      groups.pop();
      const outer = groups.at(-1);
      if (outer === undefined) return undefined;
      add(outer, group.size);
    }
  }
  const [whole] = groups;
  return groups.length === 1 && whole !== undefined ? { source, size: whole.size + 2 } : undefined;
}

function add(group: Group, size: number): void {
  group.size += size;
  group.last = size;
}

function repeat(group: Group, times: number): void {
  const size = group.last * Math.max(1, times) + 1;
  group.size += size - group.last;
  group.last = size;
}

interface Token {
  readonly kind: "atom" | "open" | "close" | "quantifier";
  /** Its length in the pattern. */
  readonly length: number;
  readonly source: string;
  /** How often a quantifier expands what it repeats. */
  readonly times?: number;
}

function readToken(rest: string, pattern: string, at: number): Token | undefined {
  const quantifier = /^(?:[*+?]|\{(\d{1,5})(?:,(\d{0,5}))?\})\??/.exec(rest);
  if (quantifier !== null) {
    const [source, least = "1", most = least] = quantifier;
    const times = Math.max(Number(least), Number(most));
    return { kind: "quantifier", length: source.length, source, times };
  }
  const first = rest[0] as string;
  if (first === "[") return readClass(pattern, at);
  if (first === "(") {
    const opening = /^\((?:\?:|\?<[A-Za-z_$][\w$]*>)?(?!\?)/.exec(rest)?.[0];
    // Nothing refers to groups, so none needs to capture.
    return opening === undefined ? undefined : { kind: "open", length: opening.length, source: "(?:" };
  }
  if (first === ")") return { kind: "close", length: 1, source: ")" };
  if (first === "\\") return readEscape(rest, false);
  if (first === ".") return { kind: "atom", length: 1, source: anyButLineEnd };
  if (first === "{" || first === "}" || first === "]") return { kind: "atom", length: 1, source: `\\${first}` };
  return readCharacter(rest);
}

function readCharacter(rest: string): Token | undefined {
  const character = String.fromCodePoint(rest.codePointAt(0) as number);
  return isLoneSurrogate(character) ? undefined : { kind: "atom", length: character.length, source: character };
}

function readClass(pattern: string, start: number): Token | undefined {
  const opening = pattern.startsWith("[^", start) ? "[^" : "[";
  let at = start + opening.length;
  let source = opening;
  while (at < pattern.length && pattern[at] !== "]") {
    const rest = pattern.slice(at, at + 64);
    const token = rest[0] === "\\" ? readEscape(rest, true) : readCharacter(rest);
    if (token === undefined) return undefined;
    // Inside a class, RE2 treats `[:` specially.
    source += token.source === "[" ? "\\[" : token.source;
    at += token.length;
  }
  if (at >= pattern.length) return undefined;
  const length = at + 1 - start;
  if (source === "[") return { kind: "atom", length, source: nothing };
  if (source === "[^") return { kind: "atom", length, source: anything };
  return { kind: "atom", length, source: `${source}]` };
}

function readEscape(rest: string, isInClass: boolean): Token | undefined {
  const pair = /^\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})/i.exec(rest);
  if (pair !== null) {
    const [whole, high = "", low = ""] = pair;
    return codePoint(String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)), whole.length);
  }
  const numbered = /^\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2}))/i.exec(rest);
  if (numbered !== null) {
    const code = Number.parseInt((numbered[1] ?? numbered[2] ?? numbered[3]) as string, 16);
    return code > 0x10ffff ? undefined : codePoint(String.fromCodePoint(code), numbered[0].length);
  }
  const property = /^\\[pP]\{(?:(?:sc|Script|gc|General_Category)=)?(\w+)\}/.exec(rest);
  if (property !== null) {
    return { kind: "atom", length: property[0].length, source: `${rest.slice(0, 2)}{${property[1]}}` };
  }
  const control = /^\\c([A-Za-z])/.exec(rest);
  if (control !== null) return codePoint(String.fromCharCode((control[1] as string).charCodeAt(0) % 32), 3);
  const letter = rest[1];
  if (letter === undefined) return undefined;
  if (letter === "s") return { kind: "atom", length: 2, source: isInClass ? whiteSpace : `[${whiteSpace}]` };
  if (letter === "S") return isInClass ? undefined : { kind: "atom", length: 2, source: `[^${whiteSpace}]` };
  if (letter === "b" && isInClass) return codePoint("\b", 2);
  if (letter === "0" && !/^\d/.test(rest.slice(2))) return codePoint("\0", 2);
  const isKnown = (isInClass ? /[dDwWfnrtv]/ : /[dDwWfnrtvbB]/).test(letter);
  return isKnown || /[^\w\s]/.test(letter) ? escaped(rest, isKnown) : undefined;
}

function escaped(rest: string, isKnown: boolean): Token | undefined {
  if (isKnown) return { kind: "atom", length: 2, source: rest.slice(0, 2) };
  const character = String.fromCodePoint(rest.codePointAt(1) as number);
  return codePoint(character, 1 + character.length);
}

function codePoint(character: string, length: number): Token | undefined {
  if (isLoneSurrogate(character)) return undefined;
  return { kind: "atom", length, source: `\\x{${(character.codePointAt(0) as number).toString(16)}}` };
}

function isLoneSurrogate(character: string): boolean {
  return /^\p{Cs}/u.test(character);
}
