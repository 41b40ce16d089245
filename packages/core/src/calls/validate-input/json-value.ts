import { isRecord } from "@toolcrib/shared/json";

/** The JSON Schema name of a value's type. */
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

/** A text that is the same for two values exactly if they are equal as JSON. Each part of the value costs work. */
export function equalityKey(value: unknown, spend: (steps: number) => void, depth = 0): string {
  spend(depth > maxDepth ? Number.POSITIVE_INFINITY : stepsPerPart);
  if (Array.isArray(value)) return `[${value.map((item) => equalityKey(item, spend, depth + 1)).join()}]`;
  if (isRecord(value)) {
    const keys = Object.keys(value).toSorted();
    for (const key of keys) spend(key.length / charactersPerStep);
    return `{${keys.map((key) => `${JSON.stringify(key)}:${equalityKey(value[key], spend, depth + 1)}`).join()}}`;
  }
  if (typeof value === "string") spend(value.length / charactersPerStep);
  // JSON has no negative zero.
  return JSON.stringify(value === 0 ? 0 : value) ?? "undefined";
}

const maxShownLength = 200;

/** A value as quoted in a problem. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength)}…`;
}

/** Serialising a part of a value costs about as much as checking a schema. */
const stepsPerPart = 4;
/** The maximum nesting depth of values that are compared. */
const maxDepth = 200;
/** Reading a character is much cheaper than a step. */
export const charactersPerStep = 16;
