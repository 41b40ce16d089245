import { matchesGlob } from "@toolcrib/shared/names";

/** Whether the arguments of a call match all of these patterns, by path. */
export function matchesArguments(patterns: Readonly<Record<string, string>>, input: unknown): boolean {
  try {
    return Object.entries(patterns).every(([path, pattern]) =>
      valuesAt(input, path.split(".")).some((value) => matchesGlob(pattern, value)),
    );
  } catch {
    // Arguments nested too deeply to be inspected are treated as a match, so that nesting bypasses no rule.
    return true;
  }
}

// A list stands for each of its items: one forbidden path among many is enough.
function valuesAt(value: unknown, [first, ...rest]: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, first === undefined ? [] : [first, ...rest]));
  if (first === undefined) return [typeof value === "string" ? value : JSON.stringify(value ?? null)];
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, first)) return [];
  return valuesAt((value as Record<string, unknown>)[first], rest);
}
