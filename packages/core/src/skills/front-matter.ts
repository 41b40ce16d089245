import { describeValue } from "@toolcrib/shared/errors";
import { CoreError } from "../errors/core-error.ts";

/** A parsed SKILL.md file. */
export interface SkillFile {
  readonly name: string;
  readonly description: string;
  readonly shortId?: string;
  readonly body: string;
}

const namePattern = /^[a-z0-9][a-z0-9-]{0,63}$/;
const shortIdPattern = /^[\w-]{1,32}$/;
const maxDescription = 1_024;
const maxHeader = 16_384;
/** Control characters, and characters that reorder or hide text. */
const unseen = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u{200b}\u{2060}-\u{2064}\u{feff}\u{e0000}-\u{e007f}\s]+/gu;

/** Parses a SKILL.md file: front matter with `name` and `description`, then the skill. */
export function readSkillFile(text: string, location: string): SkillFile {
  const [, header, body] = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text) ?? [];
  if (header === undefined) fail(location, "front matter between two lines of ---", text);
  if (header.length > maxHeader) fail(location, `front matter of at most ${maxHeader} characters`, header.length);
  const fields = readFields(header.split(/\r?\n/));
  const name = fields.get("name") ?? fail(location, "a name", undefined);
  if (!namePattern.test(name)) fail(location, "a name of at most 64 lower-case letters, digits and hyphens", name);
  const written = fields.get("description") ?? fail(location, "a description", undefined);
  const description = written.replace(unseen, " ").trim();
  if (description === "") fail(location, "a description", description);
  const shortId = fields.get("shortId");
  if (shortId !== undefined && !shortIdPattern.test(shortId)) {
    fail(location, "a shortId of at most 32 letters, digits, hyphens and underscores", shortId);
  }
  return {
    name,
    // A single line of limited length: the model reads it in lists that are parsed back line by line.
    description: cut(description),
    ...(shortId === undefined ? {} : { shortId }),
    body: body ?? "",
  };
}

/** The instructions of a file that is read again. The file may have changed, and a skill is identified by its name. */
export function bodyOf(name: string, file: SkillFile, location: string): string {
  return file.name === name ? file.body : fail(location, `the skill ${describeValue(name)}`, file.name);
}

/** Truncates a description to its maximum length, never inside a surrogate pair. */
function cut(text: string): string {
  const end = /[\uD800-\uDBFF]/.test(text.charAt(maxDescription - 1)) ? maxDescription - 1 : maxDescription;
  return text.slice(0, end);
}

function fail(location: string, expected: string, received: unknown): never {
  throw new CoreError("invalid_skill", {
    location: describeValue(location),
    expected,
    received: describeValue(received),
  });
}

/** The top-level text fields of simple YAML: plain, quoted, and blocks after `|` or `>`. Everything else is ignored. */
function readFields(lines: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [position, line] of lines.entries()) {
    const [, key, value] = /^([A-Za-z][\w-]*):[ \t]*(.*)$/.exec(line) ?? [];
    if (key === undefined || value === undefined) continue;
    const isBlock = /^[|>]\d?[+-]?\d?$/.test(value.trim());
    const written = [...(isBlock ? [] : [value.trim()]), ...continuationOf(lines, position + 1)];
    const text = written.join("\n").trim();
    fields.set(key, isBlock ? folded(text) : unquote(text));
  }
  return fields;
}

function continuationOf(lines: readonly string[], from: number): string[] {
  let end = from;
  while (end < lines.length && !/^\S/.test(lines[end] ?? "")) end++;
  return lines.slice(from, end).map((line) => line.trim());
}

const folded = (text: string): string => text.replaceAll("\n", " ");

function unquote(text: string): string {
  if (/^'.*'$/s.test(text)) return folded(text.slice(1, -1).replaceAll("''", "'"));
  if (/^".*"$/s.test(text)) return text.slice(1, -1).replace(escapeOrLineBreak, readEscape);
  return folded(text)
    .replace(/\s#.*$/, "")
    .trimEnd();
}

const escapeOrLineBreak = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))|\n/g;
const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "\n": "" };

/** One escape sequence of a double-quoted text. A line break becomes a space, unless a backslash precedes it. */
function readEscape(found: string, x?: string, u?: string, long?: string, character?: string): string {
  const digits = x ?? u ?? long;
  if (digits !== undefined) {
    const code = Number.parseInt(digits, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : found;
  }
  return character === undefined ? " " : (escapes[character] ?? character);
}
