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

/**
 * Whether a value has more characters than this as JSON, by a count that ends there: to find out before the text is made. Escapes do not
 * count, nor what objects write of themselves, so a value that is only a little longer is not recognised.
 */
export function isLongerThan(value: unknown, characters: number): boolean {
  return charactersLeft(value, characters, maxNesting) < 0;
}

function charactersLeft(value: unknown, before: number, levels: number): number {
  if (typeof value === "string") return before - value.length - 2;
  if (typeof value !== "object" || value === null || levels === 0) return before - 1;
  if (value instanceof String || writesItself(value)) return before - 1;
  // Each item counts with a comma, which the last one does not have.
  let left = before - 1;
  if (Array.isArray(value)) {
    if (value.length === 0) return before - 2;
    for (const item of value) {
      left = charactersLeft(item, left - 1, levels - 1);
      if (left < 0) break;
    }
    return left;
  }
  for (const key in value) {
    const field = (value as Readonly<Record<string, unknown>>)[key];
    if (!Object.hasOwn(value, key) || isLeftOut(field)) continue;
    // Quotes, a colon and a comma.
    left = charactersLeft(field, left - key.length - 4, levels - 1);
    if (left < 0) break;
  }
  return left;
}

const writesItself = (value: object): boolean => typeof (value as { readonly toJSON?: unknown }).toJSON === "function";

/** Whether a field may be missing in the JSON of its object. */
function isLeftOut(field: unknown): boolean {
  if (typeof field === "object" && field !== null) return writesItself(field);
  return field === undefined || typeof field === "function" || typeof field === "symbol";
}
