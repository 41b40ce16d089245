import type { Redactor } from "@toolcrib/core/redaction";

/** An error that is safe to print: the same object if it contains no secret. */
export function redactError(error: unknown, redactor: Redactor, depth = 0): unknown {
  if (typeof error === "string") return redactor.text(error);
  if (!(error instanceof Error) || depth > 5) return depth > 5 ? undefined : redactor.value(error);
  const { name, message, stack = "", cause } = error;
  const shownCause = redactError(cause, redactor, depth + 1);
  const fields = Object.fromEntries(Object.entries(error));
  const shownFields = redactor.value(fields);
  if (redactor.text(message + stack) === message + stack && shownCause === cause && shownFields === fields)
    return error;
  const shown = new Error(redactor.text(message), shownCause === undefined ? undefined : { cause: shownCause });
  return Object.assign(shown, shownFields, { name, stack: redactor.text(stack) });
}
