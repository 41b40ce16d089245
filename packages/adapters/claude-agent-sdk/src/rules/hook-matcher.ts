/**
 * Whether a hook's matcher means a tool: everything, names with `|` or commas between them, or a regular expression.
 * Undefined if it is none of them.
 */
export function readMatcher(matcher: unknown): ((toolName: string) => boolean) | undefined {
  if (matcher === undefined || matcher === "" || matcher === "*") return () => true;
  if (typeof matcher !== "string") return undefined;
  if (/^[\w\s|,-]*$/.test(matcher)) {
    const names = new Set(matcher.split(/[|,]/).map((name) => name.trim()));
    return (toolName) => names.has(toolName);
  }
  try {
    const pattern = new RegExp(matcher);
    return (toolName) => pattern.test(toolName);
  } catch {
    return undefined;
  }
}
