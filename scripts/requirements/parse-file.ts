import { readFileSync } from "node:fs";
import { type Program, parseSync } from "oxc-parser";

export interface ParsedFile {
  readonly path: string;
  readonly source: string;
  readonly program: Program;
  readonly comments: readonly string[];
}

export function parseFile(path: string, source: string = readFileSync(path, "utf8")): ParsedFile {
  const { program, comments, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  return { path, source, program, comments: comments.map(({ value }) => value) };
}
