/** JSON with the keys of every object in order, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, withSortedKeys) ?? "null";
}

/** A replacer for `JSON.stringify` that writes the keys of every object in the order of their code units. */
export function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const source = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(source)
      .toSorted()
      .map((key) => [key, source[key]]),
  );
}
