/** A package's errors by code: what is wrong, with `{names}` for the details, and what to do about it. */
export type ErrorTable = Readonly<Record<string, { readonly message: string; readonly remedy: string }>>;

type PlaceholderIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderIn<Rest>
  : never;

/** The values that an error's message names, as plain data. */
export type ErrorDetails<Table extends ErrorTable, Code extends keyof Table> = Readonly<
  Record<PlaceholderIn<Table[Code]["message"]>, string | number>
>;

/**
 * An error with a stable code, the values behind its message, and what to do about it.
 * Every package derives one class from it, for its own table; the name is the one that all share.
 */
export class CodedError<Table extends ErrorTable, Code extends keyof Table & string> extends Error {
  override readonly name = "ToolcribError" as const;

  /** Stable across releases: branch on this, not on the message. */
  readonly code: Code;

  /** The values named in the message. */
  readonly details: ErrorDetails<Table, Code>;

  /** What is wrong, without the remedy: for a model or a wire format that has its own wording after it. */
  readonly summary: string;

  /** What to do about it. */
  readonly remedy: string;

  constructor(table: Table, code: Code, details: ErrorDetails<Table, Code>, options?: { readonly cause?: unknown }) {
    const { message, remedy } = table[code] as Table[string];
    const summary = fillIn(message, details);
    const advice = fillIn(remedy, details);
    super(`${endSentence(summary)} ${advice}`, options);
    this.code = code;
    this.details = details;
    this.summary = summary;
    this.remedy = advice;
  }
}

function fillIn(template: string, details: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (_placeholder, name: string) => String(details[name]));
}

function endSentence(text: string): string {
  return text.endsWith(".") ? text : `${text}.`;
}
