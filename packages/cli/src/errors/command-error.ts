import { type CommandErrorCode, type CommandErrorDetails, errorTable } from "./error-table.ts";

/** A mistake in what the user gave: it is told in words, without a stack trace. */
export class CommandError<Code extends CommandErrorCode = CommandErrorCode> extends Error {
  override readonly name = "CommandError" as const;
  readonly code: Code;
  /** What is wrong. */
  readonly summary: string;
  /** What to do about it. */
  readonly remedy: string;

  constructor(code: Code, details: CommandErrorDetails<Code>) {
    const { message, remedy } = errorTable[code];
    const values: Readonly<Record<string, string>> = details;
    const summary = message.replace(/\{(\w+)\}/g, (_placeholder, name: string) => values[name] ?? "");
    super(`${summary} ${remedy}`);
    this.code = code;
    this.summary = summary;
    this.remedy = remedy;
  }
}
