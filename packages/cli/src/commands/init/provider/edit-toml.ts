import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@toolcrib/shared/json";
import { parse, TomlError } from "smol-toml";
import { CommandError } from "../../../errors/command-error.ts";
import type { Setting } from "./provider-plan.ts";
import { hasContent, isHeader, type Statement, splitStatements } from "./toml-statements.ts";

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

/** Removes a table of strings with its header and leaves all other bytes as they are; it is refused if its lines have another form. */
export function removeTomlTable(file: string, text: string, path: readonly string[]): string {
  const expected = parseTomlConfig(file, text);
  setIn(file, expected, path, undefined);
  const changed = removeTable(text, path);
  // Without its only table, a parent without a header of its own is gone too.
  for (let parent = path.slice(0, -1); parent.length > 0; parent = parent.slice(0, -1)) {
    const table = parent.reduce<unknown>((outer, key) => (isRecord(outer) ? outer[key] : undefined), expected);
    if (!isRecord(table) || Object.keys(table).length > 0 || findSection(text, parent) !== undefined) break;
    setIn(file, expected, parent, undefined);
  }
  if (!isSame(changed, expected)) {
    const name = path.join(".");
    throw new CommandError("client_config_invalid", { file, expected: `[${name}]`, received: "another form" });
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

function setString(text: string, path: readonly string[], value: string): string {
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const key = path.at(-1) ?? "";
  const line = `${key} = ${JSON.stringify(value)}${lineEnd}`;
  const section = findSection(text, path.slice(0, -1));
  if (section === undefined) {
    const gap = text === "" ? "" : text.endsWith("\n") ? lineEnd : lineEnd + lineEnd;
    return `${text}${gap}[${path.slice(0, -1).join(".")}]${lineEnd}${line}`;
  }
  const own = findAssignment(section, key);
  if (own !== undefined) return `${text.slice(0, own.value)}${JSON.stringify(value)}${text.slice(own.end)}`;
  // Behind the last line that is neither empty nor a comment: comments below it belong to what follows.
  const last = section.findLast(hasContent);
  const at = last?.end ?? (text.startsWith("\uFEFF") ? 1 : 0);
  const before = text.slice(0, at);
  const missing = before === "" || before.endsWith("\n") || before === "\uFEFF" ? "" : lineEnd;
  const after = text.slice(at);
  // A first setting stands apart from the tables below it.
  const gap = last === undefined && path.length === 1 && after !== "" ? lineEnd : "";
  return `${before}${missing}${line}${gap}${after}`;
}

/** Removes a setting with its line, and the comment in it. */
function removeString(text: string, path: readonly string[]): string {
  const own = findAssignment(findSection(text, path.slice(0, -1)) ?? [], path.at(-1) ?? "");
  return own === undefined ? text : text.slice(0, own.start) + text.slice(own.end).replace(/^[^\n]*\n?/, "");
}

/** Removes a table without subtables, and one empty line before it. */
function removeTable(text: string, path: readonly string[]): string {
  const section = findSection(text, path)?.filter(hasContent);
  const [header, last] = [section?.[0], section?.at(-1)];
  if (header === undefined || last === undefined) return text;
  const before = text.slice(0, header.start).replace(/(^|\n)\r?\n$/, "$1");
  return before + text.slice(last.end);
}

/** Where a setting stands: its line, and the string in it. */
interface Assignment {
  readonly start: number;
  readonly value: number;
  readonly end: number;
}

function findAssignment(section: readonly Statement[], key: string): Assignment | undefined {
  const string = `"(?:[^"\\\\\\n]|\\\\.)*"|'[^'\\n]*'`;
  const pattern = new RegExp(`^([ \\t]*["']?${key}["']?[ \\t]*=[ \\t]*)(?:${string})`);
  for (const { start, text } of section) {
    const found = pattern.exec(text);
    if (found !== null) return { start, value: start + (found[1] ?? "").length, end: start + found[0].length };
  }
  return undefined;
}

/** The statements of a table with its header, without its subtables; without a path, those before the first table. */
function findSection(text: string, path: readonly string[]): readonly Statement[] | undefined {
  const statements = splitStatements(text);
  const name = path.map((key) => `["']?${key}["']?`).join("[ \\t]*\\.[ \\t]*");
  const own = new RegExp(`^[ \\t]*\\[[ \\t]*${name}[ \\t]*\\]`);
  const start = path.length === 0 ? 0 : statements.findIndex((statement) => own.test(statement.text));
  if (start === -1) return undefined;
  const next = statements.findIndex((statement, at) => at >= start + Math.min(path.length, 1) && isHeader(statement));
  return statements.slice(start, next === -1 ? undefined : next);
}
