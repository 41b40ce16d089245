const maxReasonLength = 300;

/**
 * The error in one line that is safe to show: text from a server is truncated, without line breaks. `redact` comes first: it does not find
 * a secret that was changed.
 */
export function reasonOf(error: unknown, redact: (text: string) => string = (text) => text): string {
  const text = redact(error instanceof Error ? messageWithCause(error) : String(error));
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= maxReasonLength ? line : `${line.slice(0, maxReasonLength)}…`;
}

// `fetch failed` is too vague; the actual error is in its cause, or in the cause of that.
function messageWithCause(error: Error): string {
  let innermost: Error = error;
  for (let depth = 0; depth < 5 && innermost.cause instanceof Error; depth++) innermost = innermost.cause;
  const { message } = innermost;
  return message === "" || error.message.includes(message) ? error.message : `${error.message} (${message})`;
}
