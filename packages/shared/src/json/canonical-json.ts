/** JSON with the keys of every object in order, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, withSortedKeys) ?? "null";
}

/** A replacer for `JSON.stringify` that writes the keys of every object in the order of their code units. */
export function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const source = value as Record<string, unknown>;
  const keys = Object.keys(source);
  if (areSorted(keys)) return source;
  return Object.fromEntries(keys.toSorted().map((key) => [key, source[key]]));
}

function areSorted(keys: readonly string[]): boolean {
  for (let index = 1; index < keys.length; index++) {
    if ((keys[index - 1] as string) > (keys[index] as string)) return false;
  }
  return true;
}
