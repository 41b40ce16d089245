import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@toolcrib/shared/json";
import { parse, TomlError } from "smol-toml";
import { CommandError } from "../../../errors/command-error.ts";
import type { Setting } from "./provider-plan.ts";

/**
 * Sets or removes strings in a TOML file and leaves all other bytes as they are. Lines are found by their text and the result is parsed: a file in
 * which a setting has another form than `key = "text"` is refused, never changed by guesswork.
 */
export function setTomlStrings(file: string, text: string, settings: readonly Setting[]): string {
  const expected = parseTomlConfig(file, text);
  let changed = text;
  for (const { path, value } of settings) {
    setIn(file, expected, path, value);
    changed = value === undefined ? removeString(changed, path) : setString(changed, path, value);
  }
  if (!isSame(changed, expected)) {
    const names = settings.map(({ path }) => path.join("."));
    throw new CommandError("client_config_invalid", {
      file,
      expected: `the settings ${names.join(", ")} on lines of their own, with tables as [name]`,
      received: "another form",
    });
  }
  return changed;
}

/** Parses a TOML config. */
export function parseTomlConfig(file: string, text: string): Record<string, unknown> {
  try {
    return parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    // Only the place: the message quotes lines of the file, which may hold keys.
    const place = error instanceof TomlError ? ` in line ${error.line}` : "";
    throw new CommandError("client_config_invalid", { file, expected: "TOML", received: `a mistake${place}` });
  }
}

function isSame(text: string, expected: unknown): boolean {
  try {
    return isDeepStrictEqual(parse(text.replace(/^\uFEFF/, "")), expected);
  } catch {
    return false;
  }
}

function setIn(file: string, root: Record<string, unknown>, path: readonly string[], value: string | undefined): void {
  const [last = "", ...tables] = path.toReversed();
  let table = root;
  for (const key of tables.toReversed()) {
    if (!Object.hasOwn(table, key)) table[key] = parse("");
    const inner = table[key];
    if (!isRecord(inner)) {
      throw new CommandError("client_config_invalid", { file, expected: `a table at ${key}`, received: "a value" });
    }
    table = inner;
  }
  if (value === undefined) delete table[last];
  else table[last] = value;
}

/** The beginning and the end of a table's own lines. */
interface Section {
  readonly start: number;
  readonly end: number;
}

function setString(text: string, path: readonly string[], value: string): string {
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const key = path.at(-1) ?? "";
  const line = `${key} = ${JSON.stringify(value)}${lineEnd}`;
  const section = findSection(text, path.slice(0, -1));
  if (section === undefined) {
    const gap = text === "" ? "" : text.endsWith("\n") ? lineEnd : lineEnd + lineEnd;
    return `${text}${gap}[${path.slice(0, -1).join(".")}]${lineEnd}${line}`;
  }
  const own = findAssignment(text, section, key);
  if (own !== undefined) return `${text.slice(0, own.value)}${JSON.stringify(value)}${text.slice(own.end)}`;
  const lines = text.slice(section.start, section.end);
  // Behind the last line that is neither empty nor a comment: comments below it belong to what follows.
  const settings = [...lines.matchAll(/^[ \t]*[^\s#].*(?:\n|$)/gm)].findLast(({ index, 0: line }) =>
    isComplete(text.slice(0, section.start + index + line.length)),
  );
  const at = settings === undefined ? section.start : section.start + settings.index + settings[0].length;
  const before = text.slice(0, at);
  const missing = before === "" || before.endsWith("\n") || before === "\uFEFF" ? "" : lineEnd;
  const after = text.slice(at);
  // A first setting stands apart from the tables below it.
  const gap = settings === undefined && path.length === 1 && after !== "" ? lineEnd : "";
  return `${before}${missing}${line}${gap}${after}`;
}

/** Removes a setting with its line, and the comment in it. */
function removeString(text: string, path: readonly string[]): string {
  const section = findSection(text, path.slice(0, -1));
  const own = section && findAssignment(text, section, path.at(-1) ?? "");
  return own === undefined ? text : text.slice(0, own.start) + text.slice(own.end).replace(/^[^\n]*\n?/, "");
}

/** Where a setting stands: its line, and the string in it. */
interface Assignment {
  readonly start: number;
  readonly value: number;
  readonly end: number;
}

function findAssignment(text: string, section: Section, key: string): Assignment | undefined {
  const string = `"(?:[^"\\\\\\n]|\\\\.)*"|'[^'\\n]*'`;
  const pattern = new RegExp(`^([ \\t]*["']?${key}["']?[ \\t]*=[ \\t]*)(?:${string})`, "gm");
  const found = [...text.slice(section.start, section.end).matchAll(pattern)].find(({ index }) =>
    isComplete(text.slice(0, section.start + index)),
  );
  if (found === undefined) return undefined;
  const start = section.start + found.index;
  return { start, value: start + (found[1] ?? "").length, end: start + found[0].length };
}

/** The lines of a table, without its subtables; without a path, those before the first table. */
function findSection(text: string, path: readonly string[]): Section | undefined {
  const headers = [...text.matchAll(/^[ \t]*\[.*(?:\n|$)/gm)].filter(({ index }) => isComplete(text.slice(0, index)));
  if (path.length === 0) {
    return { start: text.startsWith("\uFEFF") ? 1 : 0, end: headers[0]?.index ?? text.length };
  }
  const name = path.map((key) => `["']?${key}["']?`).join("[ \\t]*\\.[ \\t]*");
  const own = new RegExp(`^[ \\t]*\\[[ \\t]*${name}[ \\t]*\\]`);
  const at = headers.findIndex(([header]) => own.test(header));
  const header = headers[at];
  return header && { start: header.index, end: headers[at + 1]?.index ?? text.length };
}

/** Whether a text ends between two lines of TOML, and not within a long string or list. */
function isComplete(text: string): boolean {
  try {
    parse(text.replace(/^\uFEFF/, ""));
    return true;
  } catch {
    return false;
  }
}
