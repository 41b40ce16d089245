import { errorTable, type ToolcribErrorCode, type ToolcribErrorDetails } from "./error-table.ts";

/** An error with a stable code, the values behind its message, and what to do about it. */
export class ToolcribError<Code extends ToolcribErrorCode = ToolcribErrorCode> extends Error {
  override readonly name = "ToolcribError" as const;

  /** Stable across releases: branch on this, not on the message. */
  readonly code: Code;

  /** The values named in the message. */
  readonly details: ToolcribErrorDetails<Code>;

  /** What is wrong, without the remedy: for a model or a wire format that has its own wording after it. */
  readonly summary: string;

  /** What to do about it. */
  readonly remedy: string;

  constructor(code: Code, details: ToolcribErrorDetails<Code>, options?: { readonly cause?: unknown }) {
    const { message, remedy } = errorTable[code];
    const summary = fillIn(message, details);
    super(`${endSentence(summary)} ${remedy}`, options);
    this.code = code;
    this.details = details;
    this.summary = summary;
    this.remedy = remedy;
  }
}

/** Tells a Toolcrib error from any other value, also when two copies of the package are loaded. */
export function isToolcribError(value: unknown): value is ToolcribError {
  return value instanceof Error && value.name === "ToolcribError" && "code" in value && "details" in value;
}

function fillIn(template: string, details: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (_placeholder, name: string) => String(details[name]));
}

function endSentence(text: string): string {
  return text.endsWith(".") ? text : `${text}.`;
}
