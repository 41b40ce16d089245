import { type CoreErrorCode, type CoreErrorDetails, errorTable } from "./error-table.ts";

/**
 * An error with a stable code, the values behind its message, and what to do about it.
 * Its name is the one that all packages share, so `isToolcribError` of `@toolcrib/search` knows it.
 */
export class CoreError<Code extends CoreErrorCode = CoreErrorCode> extends Error {
  override readonly name = "ToolcribError" as const;

  /** Stable across releases: branch on this, not on the message. */
  readonly code: Code;

  /** The values named in the message. */
  readonly details: CoreErrorDetails<Code>;

  /** What is wrong, without the remedy. */
  readonly summary: string;

  /** What to do about it. */
  readonly remedy: string;

  constructor(code: Code, details: CoreErrorDetails<Code>, options?: { readonly cause?: unknown }) {
    const { message, remedy } = errorTable[code];
    const summary = fillIn(message, details);
    super(`${summary} ${remedy}`, options);
    this.code = code;
    this.details = details;
    this.summary = summary;
    this.remedy = remedy;
  }
}

function fillIn(template: string, details: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (_placeholder, name: string) => String(details[name]));
}
