import type { FieldPath } from "./field-path.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Results for lists and objects that repeat with every turn: the same input gives the same object, so that its encoded
 * bytes can be cached.
 */
// Module-level: a result depends on the value and the path alone.
const results = new WeakMap<object, Map<string, unknown>>();

/** The value without a field. Nothing is modified; a value without the field is returned unchanged. */
export function dropField<Value>(value: Value, path: FieldPath): Value {
  return drop(value, path) as Value;
}

function drop(value: unknown, path: FieldPath): unknown {
  if (typeof value !== "object" || value === null) return value;
  const key = path.join(".");
  const known = results.get(value);
  if (known?.has(key)) return known.get(key);
  const result = Array.isArray(value) ? dropInList(value, path) : dropInObject(value as JsonObject, path);
  if (known === undefined) results.set(value, new Map([[key, result]]));
  else known.set(key, result);
  return result;
}

function dropInList(list: readonly unknown[], [step, ...rest]: FieldPath): readonly unknown[] {
  if (step !== "*") return list;
  const written = list.map((entry) => drop(entry, rest));
  return written.some((entry, position) => entry !== list[position]) ? written : list;
}

function dropInObject(object: JsonObject, [step, ...rest]: FieldPath): JsonObject {
  if (step === undefined || !Object.hasOwn(object, step)) return object;
  if (rest.length > 0) {
    const inner = drop(object[step], rest);
    // Uses entries, not assignments: a key may be `__proto__`.
    return inner === object[step] ? object : replaceEntry(object, step, inner);
  }
  return Object.fromEntries(Object.entries(object).filter(([field]) => field !== step));
}

function replaceEntry(object: JsonObject, name: string, value: unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([field, old]) => [field, field === name ? value : old]));
}
