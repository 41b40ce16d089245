/** How deep a value from outside may be nested: far deeper than anybody writes, and far from the end of any stack. */
export const maxNesting = 400;

/** Whether a value is an object with fields: neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether writing a value down, or walking through it, could run out of stack. */
export function isNestedTooDeeply(value: unknown, levels: number = maxNesting): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (isNestedTooDeeply(item, levels - 1)) return true;
    return false;
  }
  for (const key in value) {
    if (isNestedTooDeeply((value as Readonly<Record<string, unknown>>)[key], levels - 1)) return true;
  }
  return false;
}
