import { jsonProblem } from "@toolcrib/core/redaction";
import { parseJsonWithComments } from "@toolcrib/mcp/config";
import type { FormattingOptions } from "jsonc-parser";
import { CommandError } from "../../../errors/command-error.ts";

/** Parses a client's config, in which comments are allowed. */
export function parseJsonConfig(path: string, text: string): unknown {
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
