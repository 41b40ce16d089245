import { isRecord } from "@toolcrib/shared/json";
import { invalid, wrongType } from "./parameter-errors.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Whether a field has no value: OpenAI's clients also send `null` for that. */
export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

export function optional<Value>(
  value: unknown,
  field: string,
  read: (value: unknown, field: string) => Value,
): Value | undefined {
  return isAbsent(value) ? undefined : read(value, field);
}

export function recordAt(value: unknown, field: string): Fields {
  if (!isRecord(value)) throw wrongType(field, "an object", value);
  return value;
}

export function listAt(value: unknown, field: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrongType(field, "an array", value);
  return value;
}

export function stringAt(value: unknown, field: string): string {
  if (typeof value !== "string") throw wrongType(field, "a string", value);
  return value;
}

/** A name or an id: a string that is not empty. */
export function nameAt(value: unknown, field: string, maxLength = 512): string {
  const name = stringAt(value, field);
  if (name === "") throw wrongType(field, "a string with at least one character", name);
  if (name.length > maxLength) throw invalid(field, `expected at most ${maxLength} characters, got ${name.length}`);
  return name;
}

export function numberAt(value: unknown, field: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw wrongType(field, "a number", value);
  return value;
}

export function countAt(value: unknown, field: string): number {
  const count = numberAt(value, field);
  if (!Number.isSafeInteger(count) || count < 1) throw wrongType(field, "an integer of at least 1", value);
  return count;
}

export function booleanAt(value: unknown, field: string): boolean {
  if (typeof value !== "boolean") throw wrongType(field, "a boolean", value);
  return value;
}

export function oneOf<Choice extends string>(value: unknown, field: string, choices: ReadonlySet<Choice>): Choice {
  if (typeof value === "string" && choices.has(value as Choice)) return value as Choice;
  throw wrongType(field, `one of ${[...choices].join(", ")}`, value);
}

/** The fields of an object that have a value. */
export function present<Given extends Fields>(
  fields: Given,
): { [Name in keyof Given]?: Exclude<Given[Name], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Given]?: Exclude<Given[Name], undefined> };
}
