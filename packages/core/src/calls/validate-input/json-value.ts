import { isRecord } from "@toolcrib/shared/json";

/** The name of a value's type, as JSON Schema says it. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

export function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** A text that two values have in common exactly when they are equal as JSON. Each part of the value costs work. */
export function equalityKey(value: unknown, spend: (steps: number) => void, depth = 0): string {
  spend(depth > maxDepth ? Number.POSITIVE_INFINITY : stepsPerPart);
  if (Array.isArray(value)) return `[${value.map((item) => equalityKey(item, spend, depth + 1)).join()}]`;
  if (isRecord(value)) {
    const keys = Object.keys(value).toSorted();
    for (const key of keys) spend(key.length / charactersPerStep);
    return `{${keys.map((key) => `${JSON.stringify(key)}:${equalityKey(value[key], spend, depth + 1)}`).join()}}`;
  }
  if (typeof value === "string") spend(value.length / charactersPerStep);
  // JSON has one zero.
  return JSON.stringify(value === 0 ? 0 : value) ?? "undefined";
}

const maxShownLength = 200;

/** A value as a problem quotes it. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength)}…`;
}

/** Writing a part of a value down costs about as much as looking at a schema. */
const stepsPerPart = 4;
/** How deep a value may be nested before comparing it is given up. */
const maxDepth = 200;
/** Reading a character of a text is far cheaper than a step. */
export const charactersPerStep = 16;
