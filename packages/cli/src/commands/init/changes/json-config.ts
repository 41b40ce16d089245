import { jsonProblem } from "@toolcrib/core/redaction";
import { findRepeatedKey, parseJsonWithComments } from "@toolcrib/mcp/config";
import type { FormattingOptions } from "jsonc-parser";
import { CommandError } from "../../../errors/command-error.ts";

/** Parses a client's config, in which comments are allowed. A key given twice is refused: clients use the second, edits change the first. */
export function parseJsonConfig(path: string, text: string): unknown {
  const value = parseText(path, text);
  const repeated = findRepeatedKey(text);
  if (repeated === undefined) return value;
  const { key, first, second } = repeated;
  const received = `${key} in line ${first} and in line ${second}`;
  throw new CommandError("client_config_invalid", { file: path, expected: "each key once", received });
}

function parseText(path: string, text: string): unknown {
  try {
    return parseJsonWithComments(text);
  } catch (error) {
    throw new CommandError("client_config_invalid", {
      file: path,
      expected: "JSON, comments allowed",
      received: jsonProblem(error),
    });
  }
}

/** The layout of a file, for what is added to it. */
export function layoutOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
  return { insertSpaces: !indent.includes("\t"), tabSize: indent.length, eol: text.includes("\r\n") ? "\r\n" : "\n" };
}
